import { type AnyMessage, parse } from 'hearback';
import type { EntryView, Handle } from 'hearback/ledger';

/** A line that the ledger took or refused, decoded. */
export interface Said {
  readonly entry: EntryView;
  readonly line: string;
  readonly message: AnyMessage;
}

/** Every entry of the ledger in order, lines that it refused included. */
export async function entriesOf(hand: Handle): Promise<readonly EntryView[]> {
  const entries: EntryView[] = [];
  for (;;) {
    const page = await hand.thread({ after: entries.at(-1)?.sequence ?? 0, limit: 500 });
    if (page.length === 0) return entries;
    entries.push(...page);
  }
}

/** The readable lines among entries. */
export function decoded(entries: readonly EntryView[]): readonly Said[] {
  return entries.flatMap((entry) => {
    const message = entry.line === null ? null : parse(entry.line).message;
    return entry.line === null || message === null ? [] : [{ entry, line: entry.line, message }];
  });
}

/** The lines that the ledger took. */
export async function said(hand: Handle): Promise<readonly Said[]> {
  return decoded((await entriesOf(hand)).filter(({ refused }) => refused === null));
}

/** The first line of a type that answers a message. */
export function answerTo(lines: readonly Said[], type: string, re: string): Said | undefined {
  return lines.find(({ message }) => message.type === type && message.re === re);
}

/** A slot as it is written; empty when it is not there. */
export function slot({ slots }: AnyMessage, key: string): string {
  const value = slots[key];
  return Array.isArray(value) ? value.join('+') : value === undefined ? '' : String(value);
}
