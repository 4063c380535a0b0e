import { readJson } from '../../text/json.ts';
import type { Answer, Attempt } from '../executor.ts';
import { type Secret, withoutSecrets } from './secret.ts';

/** What an executor is asked to do. */
export type Verb = 'execute' | 'look-up' | 'reverse';

/** The one JSON object that a command or a server is given of an attempt. */
export function requestOf(verb: Verb, { call, ...rest }: Attempt): Readonly<Record<string, unknown>> {
  return { verb, ...rest, ...call };
}

/** What was written, or why it is none: an unknown outcome, whatever else it may have meant. */
export type Written = { readonly value: unknown } | { readonly fault: string };

/** Reads what an executor wrote: one JSON value in UTF-8 that says each thing once, without the secrets it was given. */
export function readWritten(bytes: Uint8Array, secrets: readonly Secret[]): Written {
  const text = textOf(bytes);
  if (text === null) return { fault: 'what it wrote is no UTF-8' };
  const { value, faults } = readJson(text);
  const [fault] = faults;
  if (fault !== undefined)
    return { fault: `what it wrote is no JSON that says everything once: ${fault.message}` };
  return { value: clean(value, secrets) };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function clean(value: unknown, secrets: readonly Secret[]): unknown {
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((one) => clean(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutSecrets(key, secrets), clean(one, secrets)]),
  );
}

/** A question that never left: nothing can have happened by it. Of an earlier act that says nothing. */
export function notSent(verb: Verb, reason: string): Answer {
  if (verb === 'look-up') return undecided(reason);
  return { outcome: 'declined', final: false, retry: true, reason };
}

/** Nobody can say what came of it. */
export function undecided(reason: string): Extract<Answer, { outcome: 'unknown' }> {
  return { outcome: 'unknown', reason };
}
