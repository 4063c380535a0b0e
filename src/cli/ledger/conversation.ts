import { randomUUID } from 'node:crypto';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Handle, Ledger } from '../../ledger/ledger.ts';
import { Stopped } from '../failure.ts';
import type { Call } from '../verb.ts';
import { keyOf } from './key.ts';
import { type Opened, withLedger } from './open.ts';

/** A conversation as a verb works in it. */
export interface Room {
  readonly opened: Opened;
  /** The principal's, where a key is given; else nobody's. */
  readonly handle: Handle;
  /** From which secrets are read by name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Opens the conversation of a call for reading: no key is needed, and one that is given shows what its principal keeps. */
export function withReader<T>(call: Call, work: (room: Room) => Promise<T>): Promise<T> {
  return withLedger(call, async (opened) => {
    const key = keyOf(call, opened.found);
    const handle =
      key === null
        ? nobodyIn(opened.ledger, wantedBy(call, opened) ?? 'main')
        : await connect(call, opened, key);
    return work({ opened, handle, environment: call.world.environment });
  });
}

/** Opens the conversation of a call in the name of a principal; without its key that is a usage error. */
export function withSpeaker<T>(call: Call, work: (room: Room) => Promise<T>): Promise<T> {
  return withLedger(call, async (opened) => {
    const key = keyOf(call, opened.found);
    if (key === null) {
      throw new UsageError(
        'usage/key',
        'this is done in a principal’s name: give its key with --key-file or HEARBACK_KEY; hearback principal add makes one',
      );
    }
    const handle = await connect(call, opened, key);
    return work({ opened, handle, environment: call.world.environment });
  });
}

/** The conversation that a call names: --conversation, else the config file's. */
function wantedBy({ options }: Call, { found: { config } }: Opened): string | undefined {
  return options.value('conversation') ?? config.conversation;
}

async function connect(call: Call, opened: Opened, key: string): Promise<Handle> {
  const conversation = wantedBy(call, opened);
  const handle = await opened.ledger.connect(key, conversation === undefined ? {} : { conversation });
  if (handle !== null) return handle;
  const where = conversation === undefined ? '' : `, or none of its principal’s in ${conversation}`;
  throw new Stopped('unknown-key', `the key is none of this ledger’s, or is revoked${where}`);
}

/** A handle that reads and speaks for nobody: under a name that is nobody's, so that what others keep stays theirs. */
export function nobodyIn(ledger: Ledger, conversation: string): Handle {
  return ledger.as({ principal: `reader-${randomUUID()}`, agents: [], conversation });
}
