import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const folder = new URL('../../../spec/profiles/', import.meta.url);
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const isProfile: ValidateFunction = ajv.compile(read('profile.schema.json'));
const isCore: ValidateFunction = ajv.compile(read('core.schema.json'));

/** Codes of faults that lie in the form alone, which a schema can see. */
const ofTheForm = ['profile/wrong-type', 'profile/unknown-key', 'profile/missing-key', 'profile/form'];

const rows: readonly {
  id: string;
  profile_json: string;
  codes: [string, string][];
  mended?: { profile_json: string };
}[] = readFileSync(new URL('../conformance/profiles.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row));

test('the schemas hold for every profile and the core', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('.schema.'));
  expect(names).toHaveLength(5);
  for (const name of names) {
    const isValid = name === 'core.json' ? isCore : isProfile;
    isValid(read(name));
    expect([name, isValid.errors]).toEqual([name, null]);
  }
});

test('the schema knows every key that a profile may have, and describes it', () => {
  const { properties } = read('profile.schema.json') as { properties: Record<string, object> };
  const text = readFileSync(new URL('../../src/vocabulary/profile-data.ts', folder), 'utf8');
  const inTypes = text.slice(text.indexOf('interface ProfileData')).matchAll(/^ {2}readonly (\w+)\??:/gm);
  expect(Object.keys(properties).sort()).toEqual([...inTypes].map(([, key]) => key).sort());
});

test('the schema refuses the vectors whose fault is one of form, and takes what mends them', () => {
  const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : text);
  let refused = 0;
  for (const { id, profile_json, codes, mended } of rows) {
    const valid = codes.length === 0 ? profile_json : mended?.profile_json;
    if (valid !== undefined)
      expect([id, isProfile(parsed(valid)), isProfile.errors]).toEqual([id, true, null]);
    if (!codes.some(([code]) => ofTheForm.includes(code))) continue;
    refused++;
    expect([id, isProfile(parsed(profile_json))]).toEqual([id, false]);
  }
  expect(refused).toBeGreaterThan(40);
});
