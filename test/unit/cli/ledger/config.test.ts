import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { executorsOf, recordsOf } from '../../../../src/cli/act/executors.ts';
import { policyIn } from '../../../../src/cli/act/policies.ts';
import { configForm } from '../../../../src/cli/config/form.ts';
import { readConfig } from '../../../../src/cli/config/read.ts';
import type { JsonForm } from '../../../../src/vocabulary/json-form.ts';
import { hearback } from '../run.ts';
import { openFolder, written } from './workshop.ts';

const folder = openFolder();
let number = 0;
const configWith = (text: string): string => written(folder, `${++number}.json`, text);
const says = async (text: string): Promise<string> => {
  const file = configWith(text);
  const { exit, out, err } = await hearback(['ledger', 'status', '--config', file]);
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  return err.split('\n')[0]?.replace(file, 'FILE').replace('hearback ledger status: ', '') ?? '';
};

describe('a config file with a fault is refused with the place', () => {
  test.each([
    ['{"ledgr": "a"}', 'FILE:1:2 at $.ledgr: unknown key ledgr; write ledger if that is what is meant'],
    [
      '{\n  "postgres": {"shcema": "a"}\n}',
      'FILE:2:16 at $.postgres.shcema: unknown key shcema; write schema',
    ],
    ['{"ledger": 5}', 'FILE:1:12 at $.ledger: expected a text, found a number'],
    ['{"ledger": ""}', 'FILE:1:12 at $.ledger: "" is not a text that is not empty'],
    ['{"ledger": "a", "ledger": "b"}', 'FILE:1:17: not JSON: the name "ledger" stands twice'],
    ['{"ledger": "a",}', 'FILE:1:16: not JSON: expected a name in double quotes'],
    ['[]', 'FILE:1:1 at $: expected an object, found a list'],
    ['{"act": {"wait": 0}}', 'FILE:1:18 at $.act.wait: "0" is not a whole number from 1 to 2147483647'],
    ['{"act": {"attempts": 1.5}}', 'FILE:1:22 at $.act.attempts: "1.5" is not a whole number from 1 to 1000'],
    ['{"selfConfirm": "yes"}', 'FILE:1:17 at $.selfConfirm: expected true or false, found a text'],
    ['{"act": {"person": "m okafor"}}', 'FILE:1:20 at $.act.person: "m okafor" is not a name of an agent'],
    ['{"__proto__": {}}', 'FILE:1:2 at $.__proto__: unknown key __proto__'],
  ])('%s', async (text, sentence) => {
    expect(await says(text)).toContain(sentence);
  });

  test('one that is not there, or is no UTF-8', async () => {
    const absent = await hearback(['ledger', 'status', '--config', join(folder, 'absent.json')]);
    expect([absent.exit, absent.err]).toEqual([2, expect.stringContaining('(ENOENT)')]);
    const bytes = written(folder, 'bytes.json', '');
    const { exit } = await hearback(['ledger', 'status'], { environment: { HEARBACK_CONFIG: bytes } });
    expect(exit).toBe(2);
  });
});

test('paths are relative to the folder of the config file', async () => {
  const file = configWith('{"ledger": "beside.ledger"}');
  const made = await hearback(['ledger', 'init', '--config', file]);
  expect(made).toEqual({ exit: 0, out: `made: ${join(folder, 'beside.ledger')}\n`, err: '' });
  expect((await hearback(['ledger', 'status', '--config', file])).out).toBe(
    `${join(folder, 'beside.ledger')}: no conversation yet\n`,
  );
});

test('--ledger counts before HEARBACK_LEDGER, and that before the config file', async () => {
  const config = configWith('{"ledger": "of-config.ledger"}');
  const option = join(folder, 'of-option.ledger');
  const environment = { HEARBACK_CONFIG: config, HEARBACK_LEDGER: join(folder, 'of-variable.ledger') };
  const init = async (args: readonly string[], outside: object): Promise<string> =>
    (await hearback(['ledger', 'init', ...args], outside)).out;
  expect(await init(['--ledger', option], { environment })).toContain('of-option.ledger');
  expect(await init([], { environment })).toContain('of-variable.ledger');
  expect(await init([], { environment: { HEARBACK_CONFIG: config } })).toContain('of-config.ledger');
});

describe('the schema for editors', () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../spec/hearback.schema.json'), 'utf8'),
  ) as Schema;

  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly description?: string;
  }

  test('knows every member that the reader knows, and describes it', () => {
    const compared = (form: JsonForm, { properties = {} }: Schema, path: string): void => {
      if (form.is !== 'object') return;
      expect(Object.keys(properties).sort(), path).toEqual(Object.keys(form.keys).sort());
      for (const [key, one] of Object.entries(properties)) {
        expect(one.description, `${path}.${key}`).toBeTruthy();
        compared(form.keys[key] as JsonForm, one, `${path}.${key}`);
      }
    };
    compared(configForm, schema, '$');
  });

  test('takes the config of the page, and not one with an unknown member', () => {
    const isConfig = new Ajv2020({ strict: true }).compile(schema);
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/cli.md'), 'utf8');
    const shown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
    expect([isConfig(shown), isConfig.errors]).toEqual([true, null]);
    const configured = { found: readConfig(configWith(JSON.stringify(shown))), environment: {} };
    expect(Object.keys(executorsOf(configured))).toEqual(['PAY']);
    expect(recordsOf(configured)).toBeTypeOf('function');
    expect(policyIn(configured, 'small-payments')).toMatchObject({
      name: 'small-payments',
      rules: [{ answer: 'Y' }],
    });
    const misspelt = { ...shown, executors: { PAY: { ...shown.executors.PAY, comand: 'x' } } };
    expect(isConfig(misspelt)).toBe(false);
    const found = readConfig(configWith(JSON.stringify(misspelt)));
    expect(() => executorsOf({ found, environment: {} })).toThrow('unknown key comand');
    const { rules } = shown.policies['small-payments'];
    for (const policy of [
      {},
      { rules: [] },
      { rules: [{ ...rules[0], on: 'answer' }] },
      { rules, agree: {} },
    ])
      expect(isConfig({ ...shown, policies: { small: policy } })).toBe(false);
    expect(isConfig({ ...shown, ledgr: 'a' })).toBe(false);
    expect(isConfig({ ...shown, act: { wait: 0 } })).toBe(false);
  });
});
