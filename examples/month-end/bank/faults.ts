import { existsSync, readFileSync } from 'node:fs';

/** A misbehaviour that the bank was told to show on one act. */
interface Misbehaviour {
  readonly on: boolean;
  readonly what: string;
  readonly ask: string;
  readonly item: string;
  readonly slot?: string;
  readonly value?: string;
}

/** How the bank misbehaves on an act. Without a faults file it never does. */
export interface Manners {
  /** Does this instead of what it was told. */
  readonly executes: Readonly<Record<string, string>> | null;
  /** Does this, and says that it did what it was told. */
  readonly lies: Readonly<Record<string, string>> | null;
  readonly dropsReply: boolean;
  readonly declines: boolean;
}

/** Reads how the bank behaves on an act. */
export function mannersFor(
  file: string,
  { ask, item }: { readonly ask: string; readonly item: string },
): Manners {
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Misbehaviour[]) : [];
  const own = (what: string): Misbehaviour | undefined =>
    all.find((one) => one.on && one.what === what && one.ask === ask && one.item === item);
  const change = (what: string): Readonly<Record<string, string>> | null => {
    const { slot, value } = own(what) ?? {};
    return slot === undefined || value === undefined ? null : { [slot]: value };
  };
  return {
    executes: change('execute'),
    lies: change('misreport'),
    dropsReply: own('drop-reply') !== undefined,
    declines: own('decline') !== undefined,
  };
}
