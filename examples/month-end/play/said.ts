import { type AnyMessage, parse } from 'hearback';
import type { EntryView, Handle } from 'hearback/ledger';

/** A line that somebody brought to the ledger, decoded. */
export interface Said {
  readonly entry: EntryView;
  readonly line: string;
  readonly message: AnyMessage;
}

/** Every readable line of the conversation in order, those that were refused included. */
export async function everythingSaid(hand: Handle): Promise<readonly Said[]> {
  const lines: Said[] = [];
  for (let after = 0; ; ) {
    const page = await hand.thread({ after, limit: 500 });
    for (const entry of page) {
      const message = entry.line === null ? null : parse(entry.line).message;
      if (entry.line !== null && message !== null) lines.push({ entry, line: entry.line, message });
    }
    const last = page.at(-1);
    if (last === undefined) return lines;
    after = last.sequence;
  }
}

/** The lines that the ledger took. */
export async function said(hand: Handle): Promise<readonly Said[]> {
  return (await everythingSaid(hand)).filter(({ entry }) => entry.refused === null);
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
