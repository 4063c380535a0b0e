import { createHash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey } from '../../ledger/people/people.ts';
import type { Passkey } from '../../ledger/principals/roster.ts';
import { patience } from './challenges.ts';

/** COSE's numbers of what signs: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257];

/** Where passkeys belong, and whether a challenge is one that they were to sign. */
export interface Party {
  /** The console's origin. */
  readonly origin: string;
  readonly takes: (challenge: string) => boolean;
}

/** What a page's script needs to make a passkey. */
export function creationOptions(
  { origin }: Pick<Party, 'origin'>,
  person: string,
  passkeys: readonly { readonly id: string }[],
  challenge: string,
): object {
  return {
    challenge,
    timeout: patience,
    rp: { id: partyOf(origin), name: 'hearback' },
    user: { id: handleOf(person), name: person, displayName: person },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id })),
  };
}

/** What a page's script needs to use one. */
export function requestOptions({ origin }: Pick<Party, 'origin'>, challenge: string): object {
  return { challenge, timeout: patience, rpId: partyOf(origin) };
}

/** The passkey that a browser made, its user verified; null for an answer that does not hold. */
export async function madePasskey(party: Party, response: unknown): Promise<NewPasskey | null> {
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON, // the verifier reads it as it comes
      ...expected(party),
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (verified?.verified !== true || !verified.registrationInfo.userVerified || isFramed(response))
    return null;
  const { credential, credentialDeviceType } = verified.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    copied: credentialDeviceType === 'multiDevice',
  };
}

/** How far a passkey has counted by an answer of it, its user verified; null for one that does not hold. */
export async function usedPasskey(
  party: Party,
  response: unknown,
  { id, publicKey, counter }: Pick<Passkey, 'id' | 'publicKey' | 'counter'>,
): Promise<{ readonly counter: number } | null> {
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON, // the verifier reads it as it comes
      ...expected(party),
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
    }),
  );
  if (verified?.verified !== true || !verified.authenticationInfo.userVerified || isFramed(response))
    return null;
  return { counter: verified.authenticationInfo.newCounter };
}

/** The id of the passkey that an answer is from; null where it names none. */
export function namedPasskey(response: unknown): string | null {
  const id = (response as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null;
}

function expected({ origin, takes }: Party) {
  return {
    expectedOrigin: origin,
    expectedRPID: partyOf(origin),
    expectedChallenge: takes,
    requireUserVerification: true,
  };
}

/** Whether a page of another site stood around ours, by the browser's own word: the verifier does not ask. */
function isFramed(response: unknown): boolean {
  const { clientDataJSON } = (response as RegistrationResponseJSON).response;
  const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as object; // it was verified
  return (
    Object.hasOwn(said, 'topOrigin') || (said as { readonly crossOrigin?: unknown }).crossOrigin === true
  );
}

function partyOf(origin: string): string {
  return new URL(origin).hostname;
}

/** What an authenticator calls its user by: always the same for a person, and no name. */
function handleOf(person: string): string {
  return createHash('sha256').update(`hearback person 1\n${person}`).digest('base64url').slice(0, 22);
}

/** The verifier throws for whatever does not hold: here that is an answer like any other. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
