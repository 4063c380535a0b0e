import { expect, test } from 'vitest';
import { creationOptions, madePasskey, usedPasskey } from '../../../src/server/people/passkeys.ts';
import { type Change, SoftPasskey } from '../../support/soft-passkey.ts';

const origin = 'https://console.example';
const party = { origin, takes: (challenge: string): boolean => challenge === 'Y2hhbGxlbmdl' };
const challenge = 'Y2hhbGxlbmdl';

/** What is wrong with an answer of a passkey. */
const wrong: Readonly<Record<string, Change>> = {
  'of another site': { origin: 'https://evil.example' },
  'of this site without TLS': { origin: 'http://console.example' },
  'of this site at another port': { origin: 'https://console.example:8443' },
  'for another party': { party: 'evil.example' },
  'for a party above this one': { party: 'example' },
  'from within a frame of another site': { isFramed: true },
  'whose user was not verified': { isVerified: false },
  'whose user was not there': { isPresent: false },
  'to another challenge': { challenge: 'b3RoZXI' },
  'of the other ceremony': { type: 'webauthn.none' },
};

test.each(Object.entries(wrong))('a passkey is neither made nor used by an answer %s', async (_, change) => {
  const passkey = new SoftPasskey();
  const made = await madePasskey(party, passkey.made(origin, challenge));
  if (made === null) throw new Error('a good answer makes a passkey');
  expect(await madePasskey(party, new SoftPasskey().made(origin, challenge, change))).toBe(null);
  expect(await usedPasskey(party, passkey.used(origin, challenge, change), made)).toBe(null);
  expect(await usedPasskey(party, passkey.used(origin, challenge), made)).toEqual({
    counter: expect.any(Number),
  });
});

test('an answer of one passkey is none of another, whatever id stands on it', async () => {
  const [one, other] = [new SoftPasskey(), new SoftPasskey()];
  const made = await madePasskey(party, one.made(origin, challenge));
  if (made === null) throw new Error('a good answer makes a passkey');
  const stolen = { ...other.used(origin, challenge), id: one.id, rawId: one.id };
  expect(await usedPasskey(party, stolen, made)).toBe(null);
  expect(creationOptions(party, 'm.okafor', [made], challenge)).toMatchObject({
    excludeCredentials: [{ id: one.id }],
  });
});
