import { faultAt } from '../../act/config/checked.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../../text/shown.ts';
import type { Definitions } from './listing.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { pinOf } from './mapping/frozen.ts';
import type { GuardedTool } from './policy/policy.ts';
import { guardedIn, placeOfTool, type ReadPolicy } from './policy/read.ts';

/** A pin that is set anew: what the tool is now, for a person to read before anything else. */
export interface Approved {
  /** The policy's text with the new pins; nothing else of it is changed. */
  readonly text: string;
  readonly tools: readonly { readonly tool: string; readonly definition: unknown; readonly pin: string }[];
}

/**
 * Pins the tools of a policy as the server has them now, or those that are named. Throws UsageError for one that is not
 * guarded, for one that the server does not have exactly once, and for one whose arguments the policy does not map as the
 * server takes them, since none of its calls would ever be prepared.
 */
export function approve(
  { policy, at }: ReadPolicy,
  text: string,
  definitions: Definitions,
  names: readonly string[],
): Approved {
  const guarded = guardedIn(policy);
  const strange = names.find((name) => !guarded.has(name));
  if (strange !== undefined) throw new UsageError('usage/argument', `the policy does not guard ${strange}`);
  let pinned = text;
  const tools = [...guarded].flatMap(([tool, mapping]) => {
    const { pin: before } = mapping;
    if (names.length > 0 && !names.includes(tool)) return [];
    const [definition, second] = definitions.get(tool) ?? [];
    if (definition === undefined || second !== undefined)
      throw new UsageError(
        'usage/argument',
        `the server lists ${definition === undefined ? 'no tool' : 'two tools'} called ${tool}`,
      );
    const unfit = misfit(mapping, definition);
    if (unfit !== null) throw faultAt(`${placeOfTool(tool)}.${unfit.member}`, unfit.fault, at);
    const pin = pinOf(definition);
    if (pin === before) return [];
    pinned = withPin(pinned, tool, before, pin);
    return [{ tool, definition, pin }];
  });
  return { text: pinned, tools };
}

/** Where the policy maps what the server's schema does not have, or leaves out what it needs; null where it is silent. */
function misfit(
  { slots, extras = [] }: GuardedTool,
  { inputSchema: schema }: Members,
): { readonly member: string; readonly fault: string } | null {
  if (!isMembers(schema) || !isMembers(schema['properties'])) return null;
  const takes = Object.keys(schema['properties']);
  const needs = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  const mapped = Object.entries(slots).flatMap(([slot, source]) =>
    'argument' in source ? [[`slots.${slot}`, source.argument] as const] : [],
  );
  const named = [...mapped, ...extras.map((extra, place) => [`extras[${place}]`, extra] as const)];
  const isOpen = schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false;
  const strange = isOpen ? undefined : named.find(([, argument]) => !takes.includes(argument));
  if (strange !== undefined) {
    const [member, argument] = strange;
    const near = nearest(argument, takes);
    const hint = near === undefined ? `it takes ${takes.map(shown).join(', ')}` : `write ${shown(near)}`;
    return { member, fault: `the tool has no argument ${shown(argument)}; ${hint}` };
  }
  const missing = needs.find((need) => !named.some(([, argument]) => argument === need));
  if (missing === undefined) return null;
  return {
    member: 'slots',
    fault: `the tool needs the argument ${shown(String(missing))}, which is mapped to no slot; map it`,
  };
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
