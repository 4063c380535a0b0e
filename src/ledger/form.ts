import { checkForm, type JsonForm } from '../vocabulary/json-form.ts';

/** Any text at all: what a ledger holds may have characters that no line takes. */
export const text: JsonForm = { is: 'text', test: () => true };
export const textOrNull: JsonForm = { is: 'text', test: () => true, orNull: true };
/** So many hex digits, in small letters: bytes have one text. */
export function hex(digits: number): JsonForm {
  const all = new RegExp(`^[0-9a-f]{${digits}}$`);
  return { is: 'text', test: (found) => all.test(found) };
}

/** A whole number that every language keeps as it is written. */
export const count: JsonForm = { is: 'integer', least: 0, most: Number.MAX_SAFE_INTEGER };
export const flag: JsonForm = { is: 'flag' };

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
