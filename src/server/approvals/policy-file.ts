import { readFileSync } from 'node:fs';
import { placesIn } from '../../diagnostic/place-in.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { type ApprovalPolicy, approvalPolicyName } from '../../ledger/approval/policy.ts';
import { readJson } from '../../text/json.ts';
import { shown } from '../../text/shown.ts';
import { checkForm, type JsonForm } from '../../vocabulary/json-form.ts';
import type { Tell } from '../../vocabulary/profile-faults.ts';
import { rules } from '../../vocabulary/profile-rules.ts';
import { isMoney, isValue } from '../../vocabulary/slot-types.ts';

const some: JsonForm = { is: 'text', test: (text) => text !== '', expected: 'a text that is not empty' };
const name: JsonForm = { is: 'text', test: isValue, expected: 'a name without a blank' };
const money: JsonForm = { is: 'text', test: isMoney, expected: 'an amount with two decimals, as 5000.00' };
const limit: JsonForm = {
  is: 'object',
  keys: { currency: name, most: { is: 'map', of: money, needs: 'a currency' } },
  required: ['currency', 'most'],
};

/** The form of a policy file; spec/approval-policy.schema.json says the same to editors. */
export const policyForm: JsonForm = {
  is: 'object',
  keys: {
    $schema: { is: 'text' },
    name,
    rules: {
      is: 'list',
      of: {
        is: 'object',
        keys: {
          asks: { is: 'list', of: some, unique: true, needs: 'an ask' },
          people: { is: 'integer', least: 1, most: 9 },
          alone: { is: 'map', of: limit, needs: 'an amount' },
        },
        required: ['asks'],
      },
    },
  },
  required: ['name', 'rules'],
};

/** Reads a policy file; throws UsageError that names the place of the first fault: no policy is guessed. */
export function readPolicyFile(file: string): ApprovalPolicy {
  return policyOf(textOf(file), file);
}

/** The policy of a text. Throws UsageError as `readPolicyFile` does. */
export function policyOf(text: string, file: string): ApprovalPolicy {
  const { value, faults, places } = readJson(text);
  const placeIn = placesIn(text);
  const placeOf = (path: string): string => {
    const span = places.get(path)?.value;
    return span === undefined ? shown(file) : `${shown(file)}:${placeIn(span).number}`;
  };
  const [fault] = faults;
  if (fault !== undefined) throw new UsageError('usage/policy', `${shown(file)}: not JSON: ${fault.message}`);
  const tell: Tell = (code, path, data) => {
    const row = rules[code] as Row;
    const about = { ...data, file: placeOf(path), path };
    throw new UsageError('usage/policy', `${row.message(about)}; ${row.hint(about)}`);
  };
  checkForm(policyForm, value, '$', tell);
  const { name: own, rules: all } = value as ApprovalPolicy; // checkForm has seen every member
  const policy = { name: own, rules: all };
  approvalPolicyName(policy);
  return policy;
}

/** A rule's row, when its data is right by the code that tells it. */
interface Row {
  readonly message: (data: object) => string;
  readonly hint: (data: object) => string;
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new UsageError(
      'usage/policy',
      `${shown(file)}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
