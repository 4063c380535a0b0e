import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { headsText, signHeads, verifyHeads } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { program } from '../../../src/ledger/program.ts';
import { HO0, record } from '../../support/ledger/lines.ts';
import { type Office, officeAt } from '../../support/ledger/office.ts';

const keys = (
  type: 'ed25519' | 'ed448' = 'ed25519',
): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync(type as 'ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

async function office(): Promise<Office> {
  const made = officeAt(openMemory());
  await made.scheduler.send(HO0, { record });
  const there = made.ledger.as({ principal: 'p', agents: ['scheduler'], conversation: 'other' });
  await there.send('RW1 ST scheduler-1 from=scheduler to=payer item=x:1');
  return made;
}

test('heads say where every conversation stands, of which ledger, when, and by what program', async () => {
  const { ledger, scheduler, clock } = await office();
  const heads = await ledger.head();
  expect(heads).toEqual({
    format: 'hearback heads',
    version: 1,
    tenant: 'default',
    epoch: expect.stringMatching(/./),
    at: clock.now,
    program,
    heads: [
      { conversation: '.profiles', sequence: 1, hash: expect.any(String) },
      { conversation: 'main', sequence: 1, hash: (await scheduler.thread())[0]?.hash },
      { conversation: 'other', sequence: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
  });
  expect((await ledger.head('other')).heads).toEqual(heads.heads.slice(2));
  expect((await ledger.head('none')).heads).toEqual([]);
});

test('a document that was signed is verified with the public half of its key, as text and as value', async () => {
  const { privateKey, publicKey } = keys();
  const heads = await (await office()).ledger.head();
  const signed = signHeads(heads, privateKey);
  for (const one of [signed, headsText(signed)])
    expect(verifyHeads(one, publicKey)).toEqual({ holds: true, heads });
});

test('any other text is no document, any other value not what was signed', async () => {
  const { privateKey, publicKey } = keys();
  const signed = signHeads(await (await office()).ledger.head(), privateKey);
  const text = headsText(signed);
  for (let at = 0; at < text.length; at++) {
    const flipped = `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ 1)}${text.slice(at + 1)}`;
    expect(verifyHeads(flipped, publicKey), `at ${at}`).toMatchObject({ holds: false });
  }
  for (const other of [
    '',
    'null',
    '[]',
    text.trimEnd(),
    ` ${text}`,
    text.replace('{"key"', '{"key":"x","key"'),
    text.replace('{"key"', '{"__proto__":{},"key"'),
    text.replace('"sequence":1', '"sequence":1.0'),
    text.replace('"version":1', '"version":2'),
  ]) {
    expect(verifyHeads(other, publicKey), other).toMatchObject({ holds: false });
  }
});

test('a document of another key says so', async () => {
  const signed = signHeads(await (await office()).ledger.head(), keys().privateKey);
  expect(verifyHeads(signed, keys().publicKey)).toEqual({
    holds: false,
    why: `it was signed with another key, ${signed.key}`,
  });
});

test('what is no Ed25519 key is refused, and not shown', () => {
  const heads = {
    format: 'hearback heads',
    version: 1,
    tenant: '',
    epoch: '',
    at: 0,
    program,
    heads: [],
  } as const;
  const usage = expect.objectContaining({ code: 'usage/key' });
  expect(() => signHeads(heads, keys('ed448').privateKey)).toThrow(usage);
  const secret = keys().privateKey.replace('MC4', 'MC5');
  try {
    signHeads(heads, secret);
    expect.unreachable();
  } catch (error) {
    expect(error).toEqual(usage);
    expect(`${(error as Error).stack}${(error as Error).cause}`).not.toContain(secret.split('\n')[1]);
  }
});
