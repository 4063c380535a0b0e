import { UsageError } from '../../../diagnostic/usage-error.ts';
import { type Imported, importLedger, verifyExport } from '../../../ledger/export/import.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { openSource } from '../../chunks.ts';
import { withWholeLedger } from '../../ledger/open.ts';
import { headsOptions, heldAgainst } from '../../ledger/signed-heads.ts';
import { soundText } from '../../ledger/sound-text.ts';
import { tell } from '../../ledger/tell.ts';
import { progressOn } from '../../progress.ts';
import type { Call, Verb } from '../../verb.ts';

/** `ledger import`: an export, into a ledger that has no entry yet. */
export const importVerb: Verb = {
  name: 'ledger import',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'write an export into an empty ledger, which is made where there is none: all of it, or nothing',
  about:
    'Every entry is held against its chain, and the rows are computed anew from the entries. The ledger is quarantined, since ' +
    'it may be older than the world: hearback reconcile --restored ends that once you have looked.',
  arguments: [{ name: 'FILE', about: 'the export, or -' }],
  options: {
    ...headsOptions,
    'without-kept': {
      about: 'take an export without what senders kept: handoffs that need it are sent again',
    },
    'dry-run': {
      about: 'say whether the export is whole and holds; nothing is written, and no ledger is needed',
    },
  },
  example: {
    command: 'hearback ledger import office.jsonl --ledger copy.ledger | head -n 1',
    output: 'imported: copy.ledger, 0 conversations, 0 entries',
  },
  run: async (call) => {
    if (call.options.has('dry-run')) return tryExport(call);
    const options = { ...heldAgainst(call), withoutKept: call.options.has('without-kept') };
    const { imported, where } = await withWholeLedger(
      call,
      async ({ store, location }) => ({
        imported: await importLedger(store, textOf(call), options),
        where: location.shown,
      }),
      (result) => result.imported.outcome === 'imported',
    );
    told(call, imported, `imported: ${escaped(where)}`);
  },
};

async function tryExport(call: Call): Promise<void> {
  const { holds, ...found } = await verifyExport(textOf(call), heldAgainst(call));
  const outcome = { outcome: holds ? 'holds' : 'refused', ...found };
  told(call, outcome as unknown as Imported, 'holds');
}

function told(call: Call, imported: Imported, head: string): void {
  if (imported.outcome !== 'refused')
    return tell(call, { json: { ...imported }, text: soundText(head, imported) });
  const { line, why } = imported;
  const text = `refused at line ${line}: ${escaped(why)}. Nothing was written.`;
  tell(call, { json: { ...imported }, text, exit: 1 });
}

/** The text of the export, piece by piece; what is not UTF-8 is a usage error. */
async function* textOf(call: Call): AsyncGenerator<string> {
  const { name, size, chunks } = openSource(call, call.words[0] as string);
  const progress = progressOn(call.world.err, escaped(name), size);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new UsageError('usage/not-utf8', `${shown(name)} is not UTF-8`);
    }
  };
  try {
    for await (const chunk of chunks) {
      yield decode(chunk);
      progress.advance(chunk.length);
    }
    yield decode();
  } finally {
    progress.clear();
  }
}
