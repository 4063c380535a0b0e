import { type JsonReading, memberPath, readJson } from '../../../text/json.ts';
import { shown } from '../../../text/shown.ts';
import { isMembers, type Members } from '../mapping/arguments.ts';
import { likeName } from './names.ts';

export type Id = string | number;

/** A JSON-RPC message, and the exact text that it is handed on as. */
export interface Message {
  readonly value: Members;
  readonly text: string;
}

/** A request, which has an id and a method. */
export interface Request extends Message {
  readonly id: Id;
  readonly method: string;
  readonly params: Members;
}

/** What is wrong with a text that is no message: an error of JSON-RPC, to be answered. */
export interface NoMessage {
  readonly code: number;
  readonly fault: string;
}

/** The codes of JSON-RPC that a guard answers with. */
export const errors = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  server: -32_000,
} as const;

/** Deeper is nobody's message. */
const mostLevels = 100;
/** Characters of the longest message: files travel in them. */
const longestMessage = 64 * 1024 * 1024;

/**
 * The messages of a text: one, or those of a batch. A name that stands twice in one object is refused, and one that is written
 * like another of the protocol, since two readers could take it for two things: one guards, the other runs.
 */
export function readMessages(text: string): readonly Message[] | NoMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: errors.parse, fault: 'the message is not JSON' };
  }
  const isCompact = JSON.stringify(value) === text;
  const placeless = !Array.isArray(value);
  const { faults, places } = isCompact
    ? nothingRead
    : readJson(text, { maxDepth: mostLevels, longest: longestMessage, anyNumber: true, placeless });
  const [fault] = faults;
  if (fault !== undefined) return { code: errors.request, fault: fault.message };
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length === 0 || !all.every(isMembers))
    return { code: errors.request, fault: 'the message is no object' };
  const like = all.map(likeName).find((name) => name !== null);
  if (like !== undefined)
    return { code: errors.request, fault: `write the names as the protocol does, not ${shown(like)}` };
  if (isMembers(value)) return [{ value, text: onOneLine(text) }];
  return all.map((one, index) => {
    const { value: span } = places.get(memberPath('$', index)) ?? {};
    // as it stands in the batch: its numbers too
    const own = span === undefined ? JSON.stringify(one) : onOneLine(text.slice(span.start, span.end));
    return { value: one, text: own };
  });
}

const nothingRead: Pick<JsonReading, 'faults' | 'places'> = { faults: [], places: new Map() };

/** Line ends stand between the parts of a JSON text, never in one; between messages they mean another. */
function onOneLine(text: string): string {
  return text.trim().replaceAll(/[\r\n]+/g, ' ');
}

/** `notice`: what is answered by nobody and answers nothing that has an id. */
export type Kind = 'request' | 'reply' | 'notice';

/** What a message is; null for one that is two of them or none, which two readers could take for two things. */
export function kindOf({ value }: Message): Kind | null {
  const { id, method } = value;
  const isAnswer = 'result' in value || 'error' in value;
  if (isAnswer === 'method' in value) return null;
  if (isId(id)) return isAnswer ? 'reply' : typeof method === 'string' ? 'request' : null;
  // an error about a message of which not even the id could be read
  if (isAnswer) return (id ?? null) === null && !('result' in value) ? 'notice' : null;
  return typeof method === 'string' && id === undefined ? 'notice' : null;
}

/** The message as a request; null when it is none. */
export function asRequest(message: Message): Request | null {
  if (kindOf(message) !== 'request') return null;
  const { value, text } = message;
  const { id, method, params } = value as { readonly id: Id; readonly method: string } & Members;
  return { value, text, id, method, params: isMembers(params) ? params : {} };
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}

export function resultText(id: Id, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorText(id: Id | null, code: number, message: string, data?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** What an id is kept by: 1 and "1" are two. */
export function keyOfId(id: Id): string {
  return JSON.stringify(id);
}
