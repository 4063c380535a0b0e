import { isMembers, type Members } from '../mapping/arguments.ts';
import type { Id } from './message.ts';

const subscription = 'io.modelcontextprotocol/subscriptionId';

/** What Node has of the proposal for exact numbers; the types of the language do not name it yet. */
type Exact = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const { parse, rawJSON } = JSON as unknown as {
  readonly parse: (text: string, exact: Exact) => Record<string, unknown>;
  readonly rawJSON: (text: string) => unknown;
};

/** The text of a request under another id, by which its progress is told as well; its numbers stay as they were written. */
export function renamed(text: string, id: string): string {
  const message = parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  );
  const params = isMembers(message['params']) ? message['params'] : {};
  const meta = isMembers(params['_meta']) ? params['_meta'] : {};
  const named = Object.hasOwn(meta, 'progressToken') ? { ...meta, progressToken: id } : meta;
  const under = Object.hasOwn(params, '_meta')
    ? { ...message, params: { ...params, _meta: named } }
    : message;
  return JSON.stringify({ ...under, id });
}

/** The id of the request that a message of the server belongs to: that it answers, or tells of; null for none. */
export function belongsTo(message: Members): unknown {
  if (!('method' in message)) return message['id'] ?? null;
  const params = isMembers(message['params']) ? message['params'] : {};
  const meta = isMembers(params['_meta']) ? params['_meta'] : {};
  return params['progressToken'] ?? meta[subscription] ?? null;
}

/** A message of the server under the id, and the token of progress, that the client knows its request by. */
export function restored(
  message: Members,
  { id, progressToken }: { readonly id: Id; readonly progressToken: unknown },
): Members {
  const part = 'method' in message ? 'params' : 'result';
  const inside = message[part];
  const isAnswer = part === 'result';
  const own = isMembers(inside) ? inside : null;
  const meta = own !== null && isMembers(own['_meta']) ? own['_meta'] : null;
  return {
    ...message,
    ...(isAnswer ? { id } : {}),
    ...(own === null
      ? {}
      : {
          [part]: {
            ...own,
            ...(!isAnswer && 'progressToken' in own ? { progressToken } : {}),
            ...(meta !== null && subscription in meta ? { _meta: { ...meta, [subscription]: id } } : {}),
          },
        }),
  };
}
