import type { JsonForm } from '../vocabulary/json-form.ts';
import type { EntryBody } from './entry.ts';
import { count, flag, hasForm, text, textOrNull } from './form.ts';
import { transitions } from './transitions.ts';

/** What every body has; what later versions add beside it is covered by the hash, and not looked at here. */
const members: { readonly [K in keyof EntryBody]?: JsonForm } = {
  line: textOrNull,
  digest: textOrNull,
  refused: textOrNull,
  delegateFor: textOrNull,
  person: flag,
  program: text,
  profile: textOrNull,
};
/** What a body may have. */
const additions: { readonly [K in keyof EntryBody]?: JsonForm } = {
  kept: textOrNull,
  salt: text,
  redacted: count,
};

/** Whether a value that was read as JSON is the body of an entry that this version can fold. */
export function isBody(value: unknown): value is EntryBody {
  if (!isObject(value)) return false;
  const has = (key: string, form: JsonForm): boolean =>
    Object.hasOwn(value, key) && hasForm(form, value[key]);
  return (
    Object.entries(members).every(([key, form]) => has(key, form)) &&
    Object.entries(additions).every(([key, form]) => !Object.hasOwn(value, key) || has(key, form)) &&
    ['message', 'verdict'].every((key) => value[key] === null || isObject(value[key])) &&
    Array.isArray(value['facts']) &&
    value['facts'].every(isFact)
  );
}

function isFact(fact: unknown): boolean {
  return isObject(fact) && typeof fact['fact'] === 'string' && Object.hasOwn(transitions, fact['fact']);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
