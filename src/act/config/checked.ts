import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { memberPath } from '../../text/json.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../../text/shown.ts';
import { checkForm, type JsonForm } from '../../vocabulary/json-form.ts';
import type { Tell } from '../../vocabulary/profile-faults.ts';
import { rules } from '../../vocabulary/profile-rules.ts';
import type { SecretsAt } from '../executors/secret.ts';

/** Where config data is from, and where what it names is found. */
export interface ConfigAt extends SecretsAt {
  /** The path of the data in its file; `$` unless given. */
  readonly path?: string;
  /** Where a member stands in its file: `hearback.json:4:3`. */
  readonly placeOf?: (path: string) => string;
  /** The conversation whose approvals are a source. */
  readonly ledger?: Handle;
}

/** The members of an object whose `kind` says which form it has. Throws UsageError `usage/config` naming the member. */
export function ofKind<K extends string>(
  json: unknown,
  forms: Readonly<Record<K, JsonForm>>,
  at: ConfigAt,
): { readonly kind: K; readonly members: Readonly<Record<string, unknown>> } {
  const { path = '$' } = at;
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw faultAt(path, 'expected an object with a kind', at);
  const members = json as Readonly<Record<string, unknown>>;
  const names = Object.keys(forms) as K[];
  const kind = names.find((name) => name === members['kind']);
  if (kind === undefined) {
    const given = members['kind'];
    const isText = typeof given === 'string';
    const found = isText
      ? `kind is ${shown(given)}`
      : `kind is ${given === undefined ? 'missing' : 'no text'}`;
    const near = isText ? nearest(given, names) : undefined;
    const hint = near === undefined ? `write ${names.join(', ')}` : `write ${near}`;
    throw faultAt(memberPath(path, 'kind'), `${found}; ${hint}`, at);
  }
  checkForm(forms[kind], members, path, teller(at));
  return { kind, members };
}

/** A fault of config data, with its place. */
export function faultAt(path: string, what: string, { placeOf }: ConfigAt): UsageError {
  return new UsageError('usage/config', `${placeOf?.(path) ?? 'config'} at ${path}: ${what}`);
}

/** Runs what makes a thing of config data; what it throws of itself is told with the place of the data. */
export function madeAt<T>(at: ConfigAt, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError && error.code !== 'usage/config')
      throw faultAt(at.path ?? '$', error.message, at);
    throw error;
  }
}

/** Tells the first fault of a form, with its place. */
export function teller({ placeOf }: ConfigAt): Tell {
  return (code, path, data) => {
    const { message, hint } = rules[code] as Row;
    const about = { ...data, file: placeOf?.(path) ?? 'config', path };
    throw new UsageError('usage/config', `${message(about)}; ${hint(about)}`);
  };
}

/** A rule's row, when its data is right by the code that tells it. */
interface Row {
  readonly message: (data: object) => string;
  readonly hint: (data: object) => string;
}
