import { bytesOf, dataOf, madeHere, onPress, send, textOf } from './passkey.ts';

interface Options {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
}

onPress(async () => {
  const { challenge, rpId, timeout } = dataOf<Options>();
  const credential = await navigator.credentials.get({
    publicKey: { challenge: bytesOf(challenge), rpId, timeout, userVerification: 'required' },
  });
  if (!(credential instanceof PublicKeyCredential)) return;
  const response = credential.response as AuthenticatorAssertionResponse;
  await send(location.pathname + location.search, {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: textOf(response.userHandle) }),
    },
  });
});

const told = document.querySelector('[data-made]');
if (told instanceof HTMLElement && sessionStorage.getItem(madeHere) !== null) {
  told.hidden = false;
  sessionStorage.removeItem(madeHere);
}
