import { bytesOf, dataOf, madeHere, onPress, send, textOf } from './passkey.ts';

interface Options {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly alg: number; readonly type: 'public-key' }[];
  readonly excludeCredentials: readonly { readonly id: string; readonly type: 'public-key' }[];
  readonly timeout: number;
}

onPress(async () => {
  const options = dataOf<Options>();
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: options.rp,
      user: { ...options.user, id: bytesOf(options.user.id) },
      challenge: bytesOf(options.challenge),
      pubKeyCredParams: [...options.pubKeyCredParams],
      excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
      timeout: options.timeout,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  });
  if (!(credential instanceof PublicKeyCredential)) return;
  const response = credential.response as AuthenticatorAttestationResponse;
  const made = {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
    },
  };
  await send(location.pathname, made, (to) => {
    if (to === '/sign-in') sessionStorage.setItem(madeHere, 'yes');
  });
});
