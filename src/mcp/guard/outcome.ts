import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answer } from '../../act/executor.ts';
import { shown } from '../../text/shown.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { write } from './mapping/formats.ts';
import type { GuardedTool, ResultTest } from './policy/policy.ts';
import { bareName } from './wire/names.ts';

/** What a server answered to a call: a result, or an error with a code. */
export type Reply = { readonly result: unknown } | { readonly error: unknown };

/**
 * What a reply means by the policy, else by itself: a result with content and without isError is done, and everything else
 * is unknown. `sent` are the values that the call was made with; a slot that the result reports counts as it reports it.
 */
export function answerOf(tool: GuardedTool, sent: Readonly<Record<string, string>>, reply: Reply): Answer {
  const meaning = meaningOf(tool, reply);
  if (meaning === 'done') return { outcome: 'executed', values: ranWith(tool, sent, reply) };
  if (meaning === 'failed') return { outcome: 'declined', final: false, reason: saidBy(reply) };
  return { outcome: 'unknown', reason: saidBy(reply) };
}

function meaningOf({ outcomes = [] }: GuardedTool, reply: Reply): 'done' | 'failed' | 'unknown' {
  const row = outcomes.find(({ if: test }) => holds(test, reply));
  // a result that asks for more, or that is a task to be waited for, has no content: nobody knows what it did
  return row?.means ?? (isDone(reply) ? 'done' : 'unknown');
}

function isDone(reply: Reply): boolean {
  const result = resultOf(reply);
  return result !== null && isContent(result['content']) && saysNoError(result) && isComplete(result);
}

function isContent(content: unknown): boolean {
  return Array.isArray(content) && content.every(isPart);
}

/** A part of a result’s content, as every client reads it. */
export function isPart(part: unknown): part is CallToolResult['content'][number] {
  return isMembers(part) && typeof part['type'] === 'string';
}

/** A server that writes its isError as a text, a number or under a name like it says of no call that it was done. */
function saysNoError(result: Members): boolean {
  return Object.entries(result).every(
    ([name, value]) => bareName(name) !== 'iserror' || (name === 'isError' && value === false),
  );
}

function isComplete({ resultType = 'complete' }: Members): boolean {
  return resultType === 'complete';
}

function holds(test: ResultTest, reply: Reply): boolean {
  if ('error' in test)
    return 'error' in reply && isMembers(reply.error) && reply.error['code'] === test.error;
  const result = resultOf(reply);
  if (result === null) return false;
  if ('isError' in test)
    return isContent(result['content']) && (test.isError ? result['isError'] === true : saysNoError(result));
  return at(result, test.at) === test.is;
}

function ranWith(
  { reports = {} }: GuardedTool,
  sent: Readonly<Record<string, string>>,
  reply: Reply,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...sent };
  for (const [slot, { at: pointer, as }] of Object.entries(reports)) {
    const reported = at(resultOf(reply), pointer);
    delete values[slot];
    if (reported === undefined) continue; // told as not reported
    const written = write(as, reported);
    values[slot] = 'written' in written ? written.written : shown(JSON.stringify(reported));
  }
  return values;
}

function resultOf(reply: Reply): Members | null {
  return 'result' in reply && isMembers(reply.result) ? reply.result : null;
}

/** The value at a JSON pointer; undefined where there is none. */
function at(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((inside, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    const has = typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name);
    return has ? (inside as Members)[name] : undefined;
  }, value);
}

const longestSaid = 200;

/** What the server says in words, of which nothing follows. */
function saidBy(reply: Reply): string {
  const words = 'error' in reply ? wordsOfError(reply.error) : wordsOfResult(resultOf(reply));
  return words.length > longestSaid ? `${words.slice(0, longestSaid)}…` : words;
}

function wordsOfError(error: unknown): string {
  const message = isMembers(error) ? error['message'] : null;
  return typeof message === 'string'
    ? `the server answered with an error: ${message}`
    : 'the server answered with an error';
}

function wordsOfResult(result: Members | null): string {
  const [first] = Array.isArray(result?.['content']) ? (result['content'] as readonly unknown[]) : [];
  const text = isMembers(first) ? first['text'] : null;
  return typeof text === 'string' ? `the server says: ${text}` : 'the server’s result says nothing';
}
