import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Kept } from '../../ledger/ledger.ts';
import { shown } from '../../text/shown.ts';
import { readRecordArgument } from '../exchange.ts';
import type { Call, Option } from '../verb.ts';

/** What a sender keeps to itself beside a handoff. */
export const keptOptions = {
  record: { value: 'JSON', about: 'the approved values, as check-ho takes them; or @file' },
  add: {
    value: 'SLOTS',
    about: 'execution slots, joined with commas, that the handoff adds to the record',
    isMany: true,
  },
  withheld: {
    value: 'JSON',
    about: 'approved values that the handoff leaves open on purpose, for the receiver to find; or @file',
  },
  criteria: { value: 'CRITERIA', about: 'what the readback has to derive, key:value joined with +' },
  kept: { value: 'JSON', about: 'all of it in one object: record, add, withheld, criteria; or @file' },
} as const;
keptOptions satisfies Readonly<Record<string, Option>>;

/** What these options amount to. */
export async function keptOf(call: Call): Promise<Kept> {
  const { value, values, has } = call.options;
  const single = ['record', 'add', 'withheld', 'criteria'].filter(has);
  if (has('kept')) {
    if (single.length > 0)
      throw new UsageError('usage/kept', `--kept has --${single[0]} in it: give one of them`);
    return keptIn(await readRecordArgument(call, value('kept') as string));
  }
  const criteria = value('criteria');
  return {
    ...(has('record') ? { record: await readRecordArgument(call, value('record') as string) } : {}),
    ...(has('withheld') ? { withheld: await readRecordArgument(call, value('withheld') as string) } : {}),
    ...(has('add') ? { add: values('add').flatMap((slots) => slots.split(',')) } : {}),
    ...(criteria === undefined ? {} : { criteria: criteria.split('+') }),
  };
}

const forms: Readonly<Record<keyof Kept, readonly [is: (value: unknown) => boolean, expected: string]>> = {
  record: [isObject, 'an object of slots'],
  withheld: [isObject, 'an object of slots'],
  add: [isTexts, 'a list of texts'],
  criteria: [isTexts, 'a list of texts'],
  onlyRecorded: [(value) => typeof value === 'boolean', 'true or false'],
  call: [(value) => typeof value === 'string', 'a text'],
};

function keptIn(given: Readonly<Record<string, unknown>>): Kept {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(forms, name)) {
      const names = Object.keys(forms).join(', ');
      throw new UsageError('usage/kept', `--kept holds ${names}, and not ${shown(name)}`);
    }
    const [is, expected] = forms[name as keyof Kept];
    if (!is(value)) throw new UsageError('usage/kept', `${name} of --kept is ${expected}`);
  }
  return given as Kept; // every member has its form
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
