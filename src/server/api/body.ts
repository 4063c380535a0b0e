import type { Context } from 'hono';
import { readJson } from '../../text/json.ts';
import type { Env } from '../env.ts';
import { bodyText } from '../security/body-text.ts';
import { Refusing } from './refusing.ts';

/** What a member of a body may be. */
type Kind = 'text' | 'boolean' | 'count' | 'texts' | 'object';

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  count: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

export type Form = Readonly<Record<string, Kind>>;

/**
 * The JSON object of a request, in the form that the route takes. Refuses what is no UTF-8 and no JSON, says a thing twice, has a member
 * that the route does not know or one of another kind, and lacks one of `required`: a misspelt guard is never ignored.
 */
export async function bodyOf<T extends object>(
  c: Context<Env>,
  form: Form,
  required: readonly string[] = [],
): Promise<T> {
  const text = await bodyText(c);
  if (text === null) throw unreadable('the body is no UTF-8, or was cut off');
  if (text === '' && required.length === 0) return {} as T; // every member is optional
  if (!/^application\/json(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Refusing({ status: 415, code: 'request/media-type', detail: 'send application/json' });
  const { value, faults } = readJson(text);
  const [fault] = faults;
  if (fault !== undefined) throw unreadable(`the body is not JSON: ${fault.message}`);
  if (!kinds.object(value)) throw unreadable('the body is an object');
  const members = value as Readonly<Record<string, unknown>>;
  for (const [name, given] of Object.entries(members)) {
    const kind = Object.hasOwn(form, name) ? form[name] : undefined;
    if (kind === undefined)
      throw unreadable(`there is no member ${name} here; there are ${Object.keys(form).join(', ')}`);
    if (!kinds[kind](given)) throw unreadable(`${name} is a value of the kind ${kind}`);
  }
  const missing = required.find((name) => !Object.hasOwn(members, name));
  if (missing !== undefined) throw unreadable(`${missing} is missing`);
  return members as T; // every member was looked at
}

/** A whole number of the query; refuses any other text. */
export function numberOf(c: Context<Env>, name: string, most: number): number | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) <= most) return Number(text);
  throw unreadable(`${name} is a whole number, at most ${most}`);
}

function unreadable(detail: string): Refusing {
  return new Refusing({ status: 400, code: 'request/unreadable', detail });
}
