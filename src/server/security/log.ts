/**
 * What a line of the log may hold, and nothing else: no line of a conversation, no address with a secret in it, no header.
 * Every member is a name from the code, a number, or a name that the ledger gave.
 */
export interface Logged {
  readonly event: string;
  readonly method?: string;
  /** The route's pattern (`/enrol/:token`), never the path. */
  readonly pattern?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  /** The signed-in person, or the principal of the key. */
  readonly principal?: string;
  readonly conversation?: string;
  /** A stable code: of an error, or of a refusal. */
  readonly code?: string;
  /** What this request is called in the answer to it. */
  readonly request?: string;
  readonly count?: number;
  readonly attempt?: number;
}

/** Takes one event; it becomes one line. */
export type Log = (event: Logged) => void;

const members = [
  ...['event', 'method', 'pattern', 'status', 'milliseconds', 'principal'],
  ...['conversation', 'code', 'request', 'count', 'attempt'],
] as const;
members satisfies readonly (keyof Logged)[];

const longest = 200;

/**
 * A log that writes one line of JSON an event: the time, and the members that are allowed. Anything else that an object
 * carries is left out, and what is not printable ASCII is written as an escape, so that no event is ever two lines.
 */
export function jsonLog(write: (line: string) => void, clock: () => number): Log {
  return (event) => {
    const allowed = members.flatMap((name): readonly (readonly [string, unknown])[] => {
      const value = event[name as keyof Logged];
      if (typeof value === 'number') return [[name, value]];
      return typeof value === 'string' ? [[name, value.slice(0, longest)]] : [];
    });
    const text = JSON.stringify({ time: new Date(clock()).toISOString(), ...Object.fromEntries(allowed) });
    write(`${text.replace(/[^\x20-\x7e]/g, asEscape)}\n`);
  };
}

function asEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
