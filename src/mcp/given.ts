import { z } from 'zod';
import { type AnyMessage, fromJson, parse } from '../codec/index.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Handle } from '../ledger/ledger.ts';
import { shown } from '../text/shown.ts';
import type { MessageType } from '../vocabulary/vocabulary.ts';
import { findings, refusal } from './answer.ts';
import { type At, Refusing } from './tool.ts';

/** A message as a model gives it. */
export type Given = string | Readonly<Record<string, unknown>>;

/** Lines that a tool takes: as a line, as its JSON twin, or by the id that it has in the ledger. */
export const given: z.ZodType<Given> = z
  .union([z.string().min(1), z.record(z.string(), z.unknown())])
  .describe('The line, or its JSON twin, or its id in the ledger, such as scheduler-1');

/** A message that was read, with what was found in it. */
export interface Reading {
  readonly message: AnyMessage | null;
  /** The type that it says it is of, where it cannot be read too; null where nobody can tell. */
  readonly type: string | null;
  /** The line where it was given as one, or is the ledger's. */
  readonly line: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a message as it was given. Throws a Refusing for an id that the ledger does not have. */
export async function readGiven(one: Given, at: At): Promise<Reading> {
  if (typeof one !== 'string') {
    const { message, diagnostics } = fromJson(one, at.reading);
    return { message, type: message?.type ?? null, line: null, diagnostics };
  }
  const line = isId(one) ? await lineUnder(one, await at.handle()) : one;
  const { message, heard, diagnostics } = parse(line, at.reading);
  return { message, type: heard.type, line, diagnostics };
}

/** The message that was given, of the type that belongs there. Throws a Refusing for one that cannot be read, or is another. */
export async function messageOf(name: string, one: Given, type: MessageType, at: At): Promise<AnyMessage> {
  const { message, diagnostics } = await readGiven(one, at);
  if (message === null)
    throw new Refusing(
      refusal('unreadable', `${name} cannot be read.`, 'Mend it as the findings say and call again.', {
        findings: findings(diagnostics),
      }),
    );
  if (message.type === type) return message;
  throw new Refusing(
    refusal(
      'wrong-type',
      `${name} is of type ${message.type}; ${type} belongs there.`,
      `Give the ${type} line.`,
    ),
  );
}

/** The message that was given, if one was. */
export function maybeMessageOf(
  name: string,
  one: Given | undefined,
  type: MessageType,
  at: At,
): Promise<AnyMessage | undefined> {
  return one === undefined ? Promise.resolve(undefined) : messageOf(name, one, type, at);
}

/** The ids that agents write, and no line. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,200}-[0-9]{1,20}$/.test(text);
}

/** The line of the conversation under an id. Throws a Refusing for none. */
export async function lineUnder(id: string, handle: Handle): Promise<string> {
  const line = (await handle.show(id))?.entry.line;
  if (line != null) return line;
  throw new Refusing(
    refusal(
      'unknown-id',
      `No message of ${handle.conversation} is ${shown(id)}.`,
      'Call inbox, open or thread to find the id that you mean.',
    ),
  );
}
