import { anything, flag, milliseconds, object, seconds, some, word } from '../../../act/config/forms.ts';
import type { JsonForm } from '../../../vocabulary/json-form.ts';
import { isAgentName, isValue } from '../../../vocabulary/slot-types.ts';
import { formats } from '../mapping/formats.ts';

const text = (test: (text: string) => boolean, expected: string): JsonForm => ({
  is: 'text',
  test,
  expected,
});
const value = text(isValue, 'printable text without white space');
const name = text((one) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(one), 'a name of a-z, 0-9, _ and -');
const ask = text((one) => /^[A-Z0-9-]{1,24}$/.test(one), 'an ask: A-Z, 0-9 and -');
const slot = text((one) => /^[a-z][a-z0-9_]*$/.test(one), 'a slot: a-z first, then a-z, 0-9 and _');
const pin = text((one) => /^sha256:[0-9a-f]{64}$/.test(one), 'sha256: and 64 hex digits');
const pointer = text(
  (one) => /^(?:$|\/)/.test(one) && !/~(?![01])/.test(one),
  'a JSON pointer such as /structuredContent/amount',
);
const format: JsonForm = { is: 'choice', kind: 'a written form', names: Object.keys(formats) };
const code: JsonForm = { is: 'integer', least: -999_999, most: 999_999 };

const approver = object({ person: some, principal: some, agent: text(isAgentName, 'a name of an agent') });
const source = object({ argument: some, as: format, absent: value, constant: value });
const outcome = object(
  {
    if: object({ error: code, isError: flag, at: pointer, is: { is: 'any' } }),
    means: word('done', 'failed', 'unknown'),
  },
  'if',
  'means',
);

const guarded = object(
  {
    ask,
    item: value,
    slots: { is: 'map', key: slot, of: source, needs: 'a slot' },
    extras: { is: 'list', of: some, unique: true },
    pin,
    approver,
    approvals: flag,
    timeout: milliseconds,
    outcomes: { is: 'list', of: outcome },
    reports: { is: 'map', key: slot, of: object({ at: pointer, as: format }, 'at', 'as') },
  },
  ...['ask', 'item', 'slots', 'pin'],
);

/** What a tool is unless it is guarded. */
export const plainly: readonly string[] = ['pass', 'refuse'];

/** The form of a guard's policy but for its tools, each of which is a word or has a form of its own. */
export const policyForm: JsonForm = object(
  {
    $schema: anything,
    notes: { is: 'list', of: anything },
    name,
    profile: name,
    approver,
    confirmWithin: seconds(60),
    timeout: milliseconds,
    undeclared: word('pass', 'read-only', 'refuse'),
    appearing: word('pass', 'refuse'),
    tools: { is: 'map', key: anything, of: { is: 'any' } },
  },
  ...['name', 'profile', 'approver', 'tools'],
);

/** The forms of one tool. */
export const toolForms: { readonly guarded: JsonForm; readonly plain: JsonForm } = {
  guarded,
  plain: word(...plainly),
};
