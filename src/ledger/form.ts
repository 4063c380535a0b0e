import { checkForm, type JsonForm } from '../vocabulary/json-form.ts';

/** Any text at all: what a ledger holds may have characters that no line takes. */
export const text: JsonForm = { is: 'text', test: () => true };
export const textOrNull: JsonForm = { is: 'text', test: () => true, orNull: true };
/** A whole number that every language keeps as it is written. */
export const count: JsonForm = { is: 'integer', least: 0, most: Number.MAX_SAFE_INTEGER };
export const flag: JsonForm = { is: 'flag' };
export const texts: JsonForm = { is: 'list', of: text };

/** So many hex digits, in small letters: bytes have one text. */
export function hex(digits: number): JsonForm {
  const all = new RegExp(`^[0-9a-f]{${digits}}$`);
  return { is: 'text', test: (found) => all.test(found) };
}

/** An object with exactly these members. */
export function exactly(keys: Readonly<Record<string, JsonForm>>): JsonForm {
  return { is: 'object', keys, required: Object.keys(keys) };
}

/** Whether a value that was read as JSON has a form. */
export function hasForm<T>(form: JsonForm, value: unknown): value is T {
  let holds = true;
  checkForm(form, value, '$', () => {
    holds = false;
  });
  return holds;
}

/** A test of one value. */
export type Test = (value: unknown) => boolean;

/** A test of each member that an object has to have. What it holds besides is not looked at: a later version's, perhaps. */
export function has<T>(members: { readonly [K in keyof T]-?: Test }): Test {
  const tests = Object.entries<Test>(members);
  return (value) =>
    isObject(value) && tests.every(([key, test]) => test(Object.hasOwn(value, key) ? value[key] : undefined));
}

export function is(form: JsonForm): Test {
  return (value) => value !== undefined && hasForm(form, value);
}

export function orNull(test: Test): Test {
  return (value) => value === null || test(value);
}

/** A member that may be absent. */
export function maybe(test: Test): Test {
  return (value) => value === undefined || test(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
