import { randomUUID } from 'node:crypto';
import type { Handle, Ledger } from '../../ledger/ledger.ts';
import type { Call } from '../verb.ts';
import { type Opened, withLedger } from './open.ts';

/** A conversation as a verb looks at it. */
export interface Reading {
  readonly opened: Opened;
  /** The principal's, where a key is given; else nobody's. */
  readonly handle: Handle;
  /** Milliseconds, by the ledger's clock. */
  readonly now: number;
}

/** Opens the conversation of a call for reading: no key is needed, and one that is given shows what its principal keeps. */
export function withReader<T>(call: Call, work: (reading: Reading) => Promise<T>): Promise<T> {
  return withLedger(call, async (opened) => {
    const handle = nobodyIn(opened.ledger, conversationOf(call, opened));
    return work({ opened, handle, now: await nowOf(call, opened) });
  });
}

/** The conversation of a call: --conversation, else the config file's, else main. */
export function conversationOf({ options }: Call, { found: { config } }: Opened): string {
  return options.value('conversation') ?? config.conversation ?? 'main';
}

/** The ledger's time, in milliseconds. */
export async function nowOf({ world }: Call, { store }: Opened): Promise<number> {
  return world.ledgerClock?.() ?? (await store.now());
}

/** A handle that reads and speaks for nobody: under a name that is nobody's, so that what others keep stays theirs. */
export function nobodyIn(ledger: Ledger, conversation: string): Handle {
  return ledger.as({ principal: `reader-${randomUUID()}`, agents: [], conversation });
}
