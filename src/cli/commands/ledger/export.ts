import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { exportLedger } from '../../../ledger/export/export.ts';
import { plural } from '../../../text/plural.ts';
import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import { unwritable } from '../../private-file.ts';
import { progressOn } from '../../progress.ts';
import type { Call, Verb } from '../../verb.ts';

/** `ledger export`: the whole ledger as lines of JSON. */
export const exportVerb: Verb = {
  name: 'ledger export',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary:
    'the whole ledger as lines of JSON, the same bytes from whatever store; ledger import takes them back',
  about:
    'spec/LEDGER.md describes the format, for a verifier of your own. What senders keep to themselves is left out unless ' +
    '--kept, since whoever has the export can read it. A ledger that does not hold is not exported, unless --even-damaged.',
  arguments: [],
  options: {
    to: {
      value: 'FILE',
      about:
        'write them there, for its owner alone; the file must not be there yet. Standard output unless given',
    },
    kept: { about: 'with what senders keep to themselves: a ledger can go on from it' },
    'even-damaged': { about: 'export what is there, as evidence; no import takes it' },
  },
  example: {
    command: 'hearback ledger export --ledger office.ledger --kept --to office.jsonl',
    output: 'exported: office.jsonl, 2 lines',
  },
  run: (call) =>
    withLedger(call, async ({ store }) => {
      const { value, has } = call.options;
      const lines = exportLedger(store, { kept: has('kept'), evenDamaged: has('even-damaged') });
      const to = value('to');
      if (to === undefined) return toOutput(call, lines);
      const count = await toFile(call, lines, to);
      tell(call, {
        json: { outcome: 'exported', file: to, lines: count },
        text: `exported: ${escaped(to)}, ${plural(count, 'line')}`,
      });
    }),
};

async function toOutput({ world: { out } }: Call, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    out.write(out.isTerminal ? `${escaped(line.trimEnd())}\n` : line);
    await out.drained();
  }
}

/** Writes them to a new file; one that is not whole is taken away again. */
async function toFile(call: Call, lines: AsyncIterable<string>, file: string): Promise<number> {
  const descriptor = create(file);
  const progress = progressOn(call.world.err, 'exporting', undefined);
  let count = 0;
  try {
    for await (const line of lines) {
      const bytes = Buffer.from(line, 'utf8');
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      count++;
      progress.advance(bytes.length);
    }
    closeSync(descriptor);
    return count;
  } catch (error) {
    closeSync(descriptor);
    unlinkSync(file);
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? unwritable(file, error) : error;
  } finally {
    progress.clear();
  }
}

function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw unwritable(file, error);
  }
}
