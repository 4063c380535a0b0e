import type { Readable } from 'node:stream';
import type { GuardParts } from './parts.ts';
import { Session } from './session.ts';
import { readLines } from './wire/lines.ts';
import type { OpenLink } from './wire/link.ts';

/** A guard between a client on its standard input and output, and a server. */
export interface StdioGuard {
  readonly parts: GuardParts;
  readonly open: OpenLink;
  readonly input: Readable;
  /** Writes one line to the client. */
  readonly write: (text: string) => void;
  /** Aborted when the guard is told to end. */
  readonly signal?: AbortSignal;
}

/** Milliseconds between two looks at what is left to settle. */
const between = 20_000;

/** Guards until the client ends, and then until what runs has its report. */
export async function guardStdio({ parts, open, input, write, signal }: StdioGuard): Promise<void> {
  const session = new Session({ parts, open, toClient: write });
  const timer = setInterval(() => {
    Promise.all([session.settle(), parts.ledger.sweep()]).catch((error: Error) => parts.log(error.message));
  }, between);
  try {
    await session.settle();
    await new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
      readLines(input, {
        line: (text) => session.receive(text),
        end: (fault) => {
          if (fault !== null) parts.log(`the client cannot be read: ${fault}`);
          resolve();
        },
      });
    });
  } finally {
    clearInterval(timer);
    await session.end();
    input.destroy(); // a client that says nothing more keeps no guard
  }
}
