import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, fromJson, parse, toJson } from '../../src/codec/index.ts';
import { oneEditFrom } from '../support/edits.ts';
import { validLine, validParts } from '../support/lines.ts';
import { vocabularies } from '../support/vocabularies.ts';

const inherited = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];
const codesOf = (line: string): string[] => parse(line).diagnostics.map(({ code }) => code);
const jsonCodesOf = (json: string): string[] => fromJson(json).diagnostics.map(({ code }) => code);
const twinWith = (slots: string): string =>
  `{"v":"RW1","type":"HO","id":"a-1","from":"a","to":"b","item":"x","slots":{"ask":"FIX"${slots}}}`;

test.each(inherited)('the name %s is no type, code, slot, profile or agent that is known', (name) => {
  expect(codesOf(`RW1 ${name} a-1 from=a to=b`)).toContain('line/type');
  expect(codesOf(`RW1 HO a-1 from=a to=b item=x ask=${name}`)).toEqual(['slot/code']);
  expect(codesOf(`RW1 HO payer-1 p=pay from=payer to=${name} item=x ask=FIX`)).toEqual(['slot/agent']);
  expect(codesOf(`RW1 HO a-1 p=${name} from=a to=b item=x ask=FIX`)).toEqual(['line/unknown-profile']);
  expect(codesOf(`RW1 HO a-1 from=a to=b item=x ask=FIX rb=${name}`)).toEqual(['message/rb-element']);
  expect(codesOf(`RW1 HO a-1 from=a to=b item=x ask=FIX keys=${name}`)).toEqual(['message/keys-element']);
  expect(codesOf(`RW1 HO a-1 from=a to=b item=x ask=FIX ${name}=1`)).toEqual([
    /^[a-z][a-z0-9_]*$/.test(name) ? 'slot/unknown' : 'slot/bad-key',
  ]);
});

test.each(inherited)('the name %s in JSON is refused and changes nothing', (name) => {
  for (const slot of [`,"${name}":"1"`, `,"${name}":{"x":1}`]) {
    expect(fromJson(twinWith(slot)).message).toBeNull();
    expect(jsonCodesOf(twinWith(slot)).length).toBeGreaterThan(0);
  }
  expect(fromJson(twinWith('').replace('"v"', `"${name}":{"x":1},"v"`)).message).toBeNull();
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test('without Object.prototype.__proto__ every line and twin is read as with it', () => {
  const lines = vocabularies.flatMap((vocabulary) => {
    const valid = fc.sample(validLine(vocabulary), { numRuns: 300, seed: 9 });
    const twins = valid.flatMap((line) => JSON.stringify(toJson(parse(line).message ?? expect.fail(line))));
    return [
      ...valid,
      ...twins,
      ...fc.sample(oneEditFrom(validParts(vocabulary)), { numRuns: 600, seed: 9 }).map(({ line }) => line),
    ];
  });
  const program = fileURLToPath(new URL('read-lines.ts', import.meta.url));
  const flags = ['--disable-proto=delete', '--conditions=hearback-source'];
  const child = spawnSync(process.execPath, [...flags, program], {
    input: JSON.stringify(lines),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect(child.stderr).toBe('');
  const { outcomes, polluted } = JSON.parse(child.stdout);
  expect(polluted).toEqual([]);
  expect(outcomes).toEqual(
    lines.map((line) => {
      const { message, diagnostics } = line.startsWith('{') ? fromJson(line) : parse(line);
      return { codes: diagnostics.map(({ code }) => code), canonical: message && canonical(message) };
    }),
  );
});
