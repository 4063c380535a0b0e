import { isObject } from '../../ledger/form.ts';
import { readJson } from '../../text/json.ts';

/** A tool call as the agent's program tells it to a hook, before or after it. */
export interface HookEvent {
  readonly when: 'before' | 'after' | 'failed';
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The program's id of the call. */
  readonly reference: string;
  /** What the tool answered; undefined before the call. */
  readonly response: unknown;
}

/** An event that cannot be judged: whoever runs the hook blocks. */
export class HookError extends Error {
  override readonly name = 'HookError';
}

const names: Readonly<Record<string, HookEvent['when']>> = {
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'failed',
};

/** Characters of an event at most: a file that a tool writes is part of it. */
export const longestEvent: number = 16 * 1024 * 1024;

/** Reads an event of Claude Code. Throws HookError for anything else: what cannot be read cannot be let through. */
export function readEvent(text: string): HookEvent {
  const members = objectIn(jsonIn(text), 'the event');
  const name = textIn(members, 'hook_event_name');
  const when = Object.hasOwn(names, name) ? names[name] : undefined;
  if (when === undefined)
    throw new HookError(
      `this hook is for ${Object.keys(names).join(', ')}, and was called for another event`,
    );
  return {
    when,
    tool: textIn(members, 'tool_name'),
    input: objectIn(members['tool_input'], 'tool_input'),
    reference: textIn(members, 'tool_use_id'),
    response: members['tool_response'],
  };
}

/** Characters of an event that is written otherwise than programs write JSON, and is read at length: in seconds, not in minutes. */
const longestLoose = 4 * 1024 * 1024;

/** A hook that is late does not block: an event as `JSON.stringify` writes it is read at once, whatever it holds. */
function jsonIn(text: string): unknown {
  const plain = plainIn(text.trim());
  if (plain !== undefined) return plain;
  const { value, faults } = readJson(text, { longest: longestLoose, maxDepth: 64, placeless: true });
  const [fault] = faults;
  if (fault !== undefined) throw new HookError(`the event is not JSON as it should be: ${fault.message}`);
  return value;
}

/** What a text holds that says nothing twice and nothing that is kept as another; undefined where that is not plain. */
function plainIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new HookError(`${what} is no object`);
  return value;
}

function textIn(members: Readonly<Record<string, unknown>>, name: string): string {
  const value = members[name];
  if (typeof value !== 'string' || value === '') throw new HookError(`the event has no ${name}`);
  return value;
}
