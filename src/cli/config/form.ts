import { hookForm } from '../../mcp/hook/rule.ts';
import type { JsonForm } from '../../vocabulary/json-form.ts';
import { isAgentName } from '../../vocabulary/slot-types.ts';

const prose: JsonForm = { is: 'text' };
const flag: JsonForm = { is: 'flag' };
const some: JsonForm = { is: 'text', test: (text) => text !== '', expected: 'a text that is not empty' };
const agent: JsonForm = { is: 'text', test: isAgentName, expected: 'a name of an agent' };
const code: JsonForm = {
  is: 'text',
  test: (text) => /^[A-Z0-9-]{1,24}$/.test(text),
  expected: 'an ask: A-Z, 0-9 and -',
};
/** What a timer can wait for. */
const milliseconds: JsonForm = { is: 'integer', least: 1, most: 2 ** 31 - 1 };
const count = (most: number): JsonForm => ({ is: 'integer', least: 1, most });

const cap: JsonForm = { is: 'integer', least: 0, most: 2 ** 31 - 1 };

/** The form of the config file, member by member; spec/hearback.schema.json says the same to editors. */
export const configForm: JsonForm = {
  is: 'object',
  keys: {
    $schema: prose,
    ledger: some,
    conversation: some,
    keyFile: some,
    profiles: { is: 'list', of: some, unique: true },
    tenant: some,
    elsewhere: { is: 'list', of: code, unique: true },
    selfConfirm: flag,
    caps: { is: 'object', keys: { openHandoffs: cap, liveStatements: cap }, required: [] },
    postgres: {
      is: 'object',
      keys: { schema: some, acceptDataLoss: flag, connections: count(1_000) },
      required: [],
    },
    executors: { is: 'map', key: code, of: { is: 'any' } },
    sources: { is: 'list', of: { is: 'any' } },
    policies: { is: 'map', key: some, of: { is: 'any' } },
    artifacts: some,
    hook: hookForm(code),
    act: {
      is: 'object',
      keys: {
        ask: agent,
        person: agent,
        wait: milliseconds,
        sendWithin: milliseconds,
        statementLife: { is: 'integer', least: 60_000, most: 2 ** 31 - 1 },
        attempts: count(1_000),
      },
      required: [],
    },
  },
  required: [],
};
