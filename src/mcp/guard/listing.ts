import { nearest } from '../../text/nearest.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { pinOf } from './mapping/frozen.ts';
import type { GuardedTool, Policy } from './policy/policy.ts';
import { guardedIn, isGuarded, policyOf } from './policy/read.ts';
import { bareName } from './wire/names.ts';

/** The tools that a server has, by name: two of one name are both there. */
export type Definitions = ReadonlyMap<string, readonly Members[]>;

/** What becomes of a call, by the policy and by what the server says that it has. */
export type Standing =
  | { readonly is: 'passed' }
  | { readonly is: 'guarded'; readonly tool: GuardedTool }
  | { readonly is: 'refused'; readonly why: string; readonly next: string };

/** Groups the tools of a list by their names; what has no name is none. */
export function definitionsIn(tools: readonly unknown[]): Definitions {
  const found = new Map<string, Members[]>();
  for (const tool of tools) {
    if (!isMembers(tool) || typeof tool['name'] !== 'string') continue;
    found.set(tool['name'], [...(found.get(tool['name']) ?? []), tool]);
  }
  return found;
}

/** What a tool says of itself; nothing of it is trusted further than the policy lets it. */
export function saysItReads({ annotations }: Members): boolean {
  return isMembers(annotations) && annotations['readOnlyHint'] === true;
}

/** How a tool stands by what the policy says of it alone; null where what the server has is needed to know. */
export function standingSaid(policy: Policy, name: string): Standing | null {
  const said = policyOf(policy, name);
  if (said === 'pass') return { is: 'passed' };
  if (said === 'refuse') return refuses(`the policy refuses ${JSON.stringify(name)}`);
  if (said !== undefined || (policy.undeclared ?? 'refuse') !== 'refuse') return null;
  return refuses(`the policy does not name ${JSON.stringify(name)}`);
}

/**
 * How a tool stands. `known` are the names that were there when the guard started: what the policy does not name and what
 * appears later is refused unless the policy says otherwise, and so is a name that a reader takes for a guarded one.
 */
export function standingOf(
  policy: Policy,
  name: string,
  definitions: Definitions,
  known: ReadonlySet<string>,
): Standing {
  const plain = standingSaid(policy, name);
  if (plain !== null) return plain;
  const said = policyOf(policy, name);
  if (isGuarded(said)) return guardedAs(said, name, definitions);
  const { undeclared, appearing = 'refuse' } = policy;
  const quoted = JSON.stringify(name);
  const like = [...guardedIn(policy).keys()].find((one) => bareName(one) === bareName(name));
  if (like !== undefined) return refuses(`${quoted} is written like the guarded tool ${like}`);
  const listed = definitions.get(name) ?? [];
  if (listed.length !== 1)
    return refuses(`the server lists ${listed.length === 0 ? 'no tool' : 'two tools'} called ${quoted}`);
  if (listed.every(saysItReads)) return { is: 'passed' };
  if (undeclared === 'read-only')
    return refuses(`the policy does not name ${quoted}, which may change something`);
  if (known.has(name) || appearing === 'pass') return { is: 'passed' };
  return refuses(`${quoted} appeared while the guard was running, and may change something`);
}

/** A guarded tool is held against what was approved of it, each time. */
function guardedAs(tool: GuardedTool, name: string, definitions: Definitions): Standing {
  const listed = definitions.get(name) ?? [];
  const [only] = listed;
  if (listed.length === 1 && only !== undefined && pinOf(only) === tool.pin) return { is: 'guarded', tool };
  const why =
    listed.length > 1
      ? `the server lists ${name} twice`
      : only === undefined
        ? `the server lists no ${name} any more`
        : `the definition of ${name} is not the one that was approved`;
  const next = 'Stop here: a person looks at what has changed, and approves it with hearback guard approve.';
  return { is: 'refused', why, next };
}

/** What a policy names that a server does not have, a sentence each: a name that is misspelt guards nothing. */
export function unlisted({ tools }: Policy, names: ReadonlySet<string>): readonly string[] {
  const missing = Object.keys(tools).filter((name) => !names.has(name));
  return missing.map((name) => {
    const near = nearest(name, [...names]);
    const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
    return `the policy names ${JSON.stringify(name)}, which the server does not list${hint}`;
  });
}

function refuses(why: string): Standing {
  const next = 'Do without it, or have a person name it in the policy of the guard.';
  return { is: 'refused', why, next };
}
