import { resolve } from 'node:path';
import { nameOf, type Policy, type PolicyRule } from '../../ledger/policy/policy.ts';
import { checkForm, type JsonForm } from '../../vocabulary/json-form.ts';
import { type PolicyCommandOptions, policyCommand } from '../policy-command.ts';
import { type ConfigAt, madeAt, teller } from './checked.ts';
import { anything, milliseconds, object, place, some, texts, word } from './forms.ts';
import { assertPlaces } from './places.ts';

const rule = object(
  {
    on: word('readback', 'question'),
    asks: { is: 'list', of: some, unique: true, needs: 'an ask' },
    amounts: {
      is: 'map',
      of: object({ currency: some, most: { is: 'map', of: some, needs: 'a limit' } }, 'currency', 'most'),
    },
    among: { is: 'map', of: { is: 'list', of: some, unique: true, needs: 'a value' } },
    answer: some,
  },
  ...['on', 'asks', 'answer'],
);
const agrees = object(
  {
    command: some,
    args: { is: 'list', of: anything },
    cwd: some,
    env: texts,
    secrets: { is: 'map', of: place },
    timeout: milliseconds,
  },
  'command',
);
const form: JsonForm = object({ rules: { is: 'list', of: rule, needs: 'a rule' }, agrees }, 'rules');

/** What `form` has seen. */
interface Members {
  readonly rules: readonly PolicyRule[];
  readonly agrees?: PolicyCommandOptions;
}

/**
 * A policy from config data: `{ "rules": […], "agrees": { "command": … } }`, under the name by which its answers are
 * recorded. Throws UsageError `usage/config` that names the member, with its place in the file.
 */
export function policyOf(name: string, json: unknown, at: ConfigAt = {}): Policy {
  const { path = '$', folder = '.' } = at;
  checkForm(form, json, path, teller(at));
  const { rules, agrees: command } = json as Members;
  if (command !== undefined)
    assertPlaces(command as unknown as Readonly<Record<string, unknown>>, { ...at, path: `${path}.agrees` });
  return madeAt(at, () => {
    const policy: Policy = {
      name,
      rules,
      ...(command === undefined
        ? {}
        : { agrees: policyCommand({ ...command, cwd: resolve(folder, command.cwd ?? '.') }, at) }),
    };
    nameOf(policy);
    return policy;
  });
}
