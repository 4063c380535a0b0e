import { shown } from '../../../text/shown.ts';
import type { GuardedTool } from '../policy/policy.ts';
import { write } from './formats.ts';

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The arguments of a call as values of slots, and everything that stands against freezing it. */
export interface Mapped {
  readonly values: Readonly<Record<string, string>>;
  /** Each a clause about the call: `path is missing`. */
  readonly faults: readonly string[];
}

/** Maps the arguments of a call by the policy: what it does not name stops the call, unless it is one of its extras. */
export function mapped({ slots, extras = [] }: GuardedTool, given: Members): Mapped {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  const known = new Set(extras);
  for (const [slot, source] of Object.entries(slots)) {
    if ('constant' in source) {
      values[slot] = source.constant;
      continue;
    }
    const { argument, as, absent } = source;
    known.add(argument);
    if (!Object.hasOwn(given, argument)) {
      if (absent === undefined) faults.push(`${argument} is missing`);
      else values[slot] = absent;
      continue;
    }
    const written = write(as, given[argument]);
    if ('fault' in written) faults.push(`${argument} ${written.fault}`);
    else values[slot] = written.written;
  }
  const strange = Object.keys(given).filter((name) => !known.has(name));
  faults.push(...strange.map((name) => `${shown(name)} is no argument that the policy knows`));
  return { values, faults };
}

/** What the call is about, by the values of its slots and a number of its own. */
export function itemOf(
  { item }: GuardedTool,
  values: Readonly<Record<string, string>>,
  call: string,
): string {
  return item.replaceAll(/\{([^{}]*)\}/g, (_, place: string) =>
    place === 'call' ? call : (values[place] ?? ''),
  );
}
