import type { OpenHandoff } from '../../../ledger/ledger.ts';
import { plural } from '../../../text/plural.ts';
import { escaped } from '../../../text/shown.ts';
import { nobodyIn } from '../../ledger/conversation.ts';
import { type Opened, withLedger } from '../../ledger/open.ts';
import { ageText, columns } from '../../ledger/plain.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `ledger status`: what a ledger holds, and what waits in it. */
export const status: Verb = {
  name: 'ledger status',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'what a ledger holds: conversations, entries, open handoffs, statements that wait or are unknown',
  arguments: [],
  example: {
    command: 'hearback ledger status --ledger office.ledger',
    output: 'office.ledger: no conversation yet',
  },
  run: (call) =>
    withLedger(call, async (opened) => {
      const { store, location } = opened;
      const names = (await store.conversations()).filter((name) => !name.startsWith('.'));
      const conversations: Counts[] = [];
      for (const name of names) conversations.push(await countsOf(opened, name));
      const shown = escaped(location.shown);
      tell(call, {
        json: { ledger: location.shown, kind: location.kind, conversations },
        text:
          conversations.length === 0
            ? `${shown}: no conversation yet`
            : `${shown}: ${plural(conversations.length, 'conversation')}\n${conversations.map(countsText).join('\n')}`,
      });
    }),
};

interface Counts {
  readonly conversation: string;
  readonly entries: number;
  /** Handoffs that are not closed. */
  readonly open: number;
  readonly held: number;
  readonly orphaned: number;
  /** Milliseconds. */
  readonly oldest: number | null;
  /** Live statements, by state. */
  readonly statements: Readonly<Record<string, number>>;
}

async function countsOf({ store, ledger }: Opened, conversation: string): Promise<Counts> {
  const { rows } = await store.read(conversation, {});
  const open = await nobodyIn(ledger, conversation).open();
  const statements: Record<string, number> = {};
  for (const { statement } of open) {
    if (statement !== null) statements[statement.state] = (statements[statement.state] ?? 0) + 1;
  }
  const count = (wanted: (one: OpenHandoff) => boolean): number => open.filter(wanted).length;
  return {
    conversation,
    entries: rows.head.sequence,
    open: open.length,
    held: count(({ state }) => state === 'HELD'),
    orphaned: count(({ orphaned }) => orphaned),
    oldest: open.length === 0 ? null : Math.max(...open.map(({ age }) => age)),
    statements,
  };
}

function countsText({ conversation, entries, open, held, orphaned, oldest, statements }: Counts): string {
  const rows: [string, string][] = [
    ['entries', String(entries)],
    ['open handoffs', oldest === null ? '0' : `${open}, the oldest ${ageText(oldest)} old`],
    ...(held === 0 ? [] : [['held', `${held}: read back wrongly, hand over again`] as [string, string]]),
    ...(orphaned === 0 ? [] : [['orphaned', `${orphaned}: past their time`] as [string, string]]),
    ...Object.entries(statements).map(([state, count]): [string, string] => [
      state,
      plural(count, 'statement'),
    ]),
  ];
  return `${escaped(conversation)}\n${columns(rows)}`;
}
