import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Definitions } from './listing.ts';
import { pinOf } from './mapping/frozen.ts';
import { guardedIn, type ReadPolicy } from './policy/read.ts';

/** A pin that is set anew: what the tool is now, for a person to read before anything else. */
export interface Approved {
  /** The policy's text with the new pins; nothing else of it is changed. */
  readonly text: string;
  readonly tools: readonly { readonly tool: string; readonly definition: unknown; readonly pin: string }[];
}

/**
 * Pins the tools of a policy as the server has them now, or those that are named. Throws UsageError for one that is not
 * guarded, and for one that the server does not have exactly once.
 */
export function approve(
  { policy }: ReadPolicy,
  text: string,
  definitions: Definitions,
  names: readonly string[],
): Approved {
  const guarded = guardedIn(policy);
  const strange = names.find((name) => !guarded.has(name));
  if (strange !== undefined) throw new UsageError('usage/argument', `the policy does not guard ${strange}`);
  let pinned = text;
  const tools = [...guarded].flatMap(([tool, { pin: before }]) => {
    if (names.length > 0 && !names.includes(tool)) return [];
    const [definition, second] = definitions.get(tool) ?? [];
    if (definition === undefined || second !== undefined)
      throw new UsageError(
        'usage/argument',
        `the server lists ${definition === undefined ? 'no tool' : 'two tools'} called ${tool}`,
      );
    const pin = pinOf(definition);
    if (pin === before) return [];
    pinned = withPin(pinned, tool, before, pin);
    return [{ tool, definition, pin }];
  });
  return { text: pinned, tools };
}

/** The pin behind the name of its tool: two tools of one definition have one pin. */
function withPin(text: string, tool: string, before: string, pin: string): string {
  const at = text.indexOf(before, text.indexOf(`${JSON.stringify(tool)}:`));
  if (at < 0)
    throw new UsageError(
      'usage/config',
      `the pin of ${tool} is not found behind its name: set it to ${pin} yourself`,
    );
  return text.slice(0, at) + pin + text.slice(at + before.length);
}
