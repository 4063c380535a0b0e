import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callbackReader, signCallback } from '../../../src/act/index.ts';

const secret = 'a secret of the bank and the office';
const at = 1_790_949_900;
const read = callbackReader({ secret: { environment: 'CALLBACKS' } }, { environment: { CALLBACKS: secret } });
const body = JSON.stringify({ key: 'k1', token: 't1', outcome: 'found', values: { amt: '5400.00' } });

describe('a signed callback', () => {
  test('is what was signed, in text or bytes, at its time', async () => {
    const signature = signCallback({ secret, body, at });
    const told = {
      outcome: 'told',
      key: 'k1',
      token: 't1',
      at: at * 1_000,
      answer: { outcome: 'found', values: { amt: '5400.00' } },
    };
    for (const bytes of [body, Buffer.from(body)])
      for (const now of [at - 300, at, at + 300])
        expect(await read({ body: bytes, signature, now: now * 1_000 })).toEqual(told);
    for (const now of [at - 300.001, at + 300.001])
      expect(await read({ body, signature, now: now * 1_000 })).toEqual({
        outcome: 'refused',
        reason: 'stale',
      });
  });

  test('is not that of a byte more, less or other, nor of another time', async () => {
    const signature = signCallback({ secret, body, at });
    const unsigned = { outcome: 'refused', reason: 'unsigned' };
    const changed = fc.oneof(
      fc
        .nat(body.length - 1)
        .map((index) => ({ body: body.slice(0, index) + body.slice(index + 1), signature })),
      fc.tuple(fc.nat(body.length - 1), fc.integer({ min: 1, max: 127 })).map(([index, bits]) => {
        const bytes = Buffer.from(body);
        bytes[index] = (bytes[index] ?? 0) ^ bits;
        return { body: bytes, signature };
      }),
      fc
        .nat(body.length)
        .map((index) => ({ body: `${body.slice(0, index)} ${body.slice(index)}`, signature })),
      fc
        .tuple(fc.nat(signature.length - 1), fc.constantFrom(...'0123456789abcdef'))
        .map(([index, digit]) => ({
          body,
          signature: signature.slice(0, index) + digit + signature.slice(index + 1),
        })),
    );
    await fc.assert(
      fc.asyncProperty(changed, async (delivery) => {
        fc.pre(delivery.body !== body || delivery.signature !== signature);
        expect(await read({ ...delivery, now: at * 1_000 })).toEqual(unsigned);
      }),
    );
  });

  test('is nobody’s without a secret, or with one that is too short', async () => {
    const signature = signCallback({ secret: 'short', body, at });
    const short = callbackReader(
      { secret: { environment: 'CALLBACKS' } },
      { environment: { CALLBACKS: 'short' } },
    );
    expect(await short({ body, signature, now: at * 1_000 })).toEqual({
      outcome: 'refused',
      reason: 'unsigned',
    });
    const none = callbackReader({ secret: { environment: 'CALLBACKS' } }, { environment: {} });
    await expect(none({ body, signature, now: at * 1_000 })).rejects.toMatchObject({ code: 'usage/secret' });
  });

  test('says nothing that the secret is in', async () => {
    const leaking = JSON.stringify({
      key: 'k1',
      outcome: 'declined',
      final: false,
      reason: `signed with ${secret}`,
    });
    const told = await read({
      body: leaking,
      signature: signCallback({ secret, body: leaking, at }),
      now: at * 1_000,
    });
    expect(told).toMatchObject({ answer: { reason: 'signed with [secret CALLBACKS]' } });
  });
});
