import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import type { Store } from '../store.ts';
import { replaceFile } from './durable-file.ts';
import { type Bad, bad } from './faults.ts';
import { headKeyAt, type KeyPlace } from './head-key.ts';
import {
  type Heads,
  headsText,
  nameOf,
  publicHalf,
  readHeads,
  type SignedHeads,
  signHeads,
  verifyHeads,
} from './heads.ts';

/** Where signed heads go: a file, best on another machine's disk, or a command that takes them on its standard input. */
export type HeadTarget = { readonly file: string } | HeadCommand;

export interface HeadCommand {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]];
  /** Milliseconds; 30,000 unless given. */
  readonly timeout?: number;
}

export interface HeadExport {
  readonly key: KeyPlace;
  readonly to: HeadTarget;
  /** Exports only when that many milliseconds have passed since the last time: for a schedule. */
  readonly every?: number;
}

/** What became of an export of heads. */
export type HeadsExported =
  | { readonly outcome: 'exported'; readonly document: SignedHeads }
  | { readonly outcome: 'not-due'; readonly next: number }
  /** What was signed last is not in this ledger any more: the older document is the evidence, and stays. */
  | { readonly outcome: 'refused'; readonly bad: Bad }
  | { readonly outcome: 'failed'; readonly why: string };

/** What heads are exported from. */
export interface HeadOffice {
  readonly store: Store;
  readonly tenant: string;
  now(): Promise<number>;
  head(): Promise<Heads>;
}

/**
 * Signs where the ledger stands and puts the document where it is to go, after it has been held against the one that is there.
 * Throws UsageError for no key, or a file that holds something else.
 */
export function headExporter(office: HeadOffice): (input: HeadExport) => Promise<HeadsExported> {
  /** When each command got its last document, by the ledger's clock. */
  const given = new Map<string, number>();
  return async ({ key, to, every = 0 }) => {
    const privateKey = headKeyAt(key);
    const place = JSON.stringify(to);
    const before = 'file' in to ? documentIn(to.file, publicHalf(privateKey)) : null;
    if (before !== null && before.tenant !== office.tenant)
      throw new UsageError('usage/heads', `the file holds heads of another tenant, ${shown(before.tenant)}`);
    const next = (before?.at ?? given.get(place) ?? -Infinity) + every;
    const now = await office.now();
    // a time ahead of now is that of a clock that was set back since
    if (now < next && now >= next - every) return { outcome: 'not-due', next };
    const broken = before === null ? null : await notExtended(office.store, before);
    if (broken !== null) return { outcome: 'refused', bad: broken };
    const document = signHeads(await office.head(), privateKey);
    if ('file' in to) replaceFile(to.file, headsText(document));
    else {
      const why = await handOver(to, headsText(document), key);
      if (why !== null) return { outcome: 'failed', why };
      given.set(place, document.signed.at);
    }
    return { outcome: 'exported', document };
  };
}

/** Which of the heads that were signed is not in the ledger any more; null when all are. Nothing else is looked at. */
export async function notExtended(store: Store, { heads }: Pick<Heads, 'heads'>): Promise<Bad | null> {
  for (const head of heads) {
    const { conversation, sequence, hash } = head;
    const [stored] = await store.entries(conversation, { after: sequence - 1, limit: 1 });
    if (stored === undefined) return bad(head, 'truncated', `entry ${sequence} was signed`);
    if (stored.entry.hash !== hash)
      return bad(head, 'rewritten', 'this entry or one before it was written anew');
  }
  return null;
}

/** The document that a file holds; null where there is no file. */
function documentIn(file: string, publicKey: string): Heads | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const document = readHeads(text);
  if (document === null)
    throw new UsageError(
      'usage/heads',
      `${shown(file)} holds something else than signed heads: name another file`,
    );
  const verified = verifyHeads(text, publicKey);
  // of an earlier key nothing can be said here; of this one it can
  if (!verified.holds && document.key === nameOf(publicKey))
    throw new UsageError('usage/heads', `${shown(file)} was changed since it was written: ${verified.why}`);
  return document.signed;
}

/** Gives a document to a command; why it failed, or null. The variable that holds the key is not handed on. */
function handOver(
  { command, timeout = 30_000 }: HeadCommand,
  text: string,
  key: KeyPlace,
): Promise<string | null> {
  const [program, ...args] = command;
  const env = { ...process.env, ...('environment' in key ? { [key.environment]: undefined } : {}) };
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env,
      timeout,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.once('error', (error) => resolve(`${shown(program)} cannot be run: ${error.message}`));
    child.stdin.on('error', () => {}); // it did not read all: its exit code says whether that was wrong
    child.once('close', (code) => {
      const ended = code === null ? 'was stopped' : `ended with ${code}`;
      resolve(code === 0 ? null : `${shown(program)} ${ended}`);
    });
    child.stdin.end(text);
  });
}
