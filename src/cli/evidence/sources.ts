import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { readDocument } from '../../evidence/readers/document.ts';
import { readFeed } from '../../evidence/readers/feed.ts';
import { readInbox } from '../../evidence/readers/inbox.ts';
import { readOrders } from '../../evidence/readers/orders.ts';
import type { Fault, Reading } from '../../evidence/readers/reading.ts';
import { type Source, type Sources, sourcesOf } from '../../evidence/source.ts';
import { shown } from '../../text/shown.ts';
import { bytesOfFile, unreadable } from '../input.ts';
import type { Call, Option } from '../verb.ts';

/** The options that give sources, on every verb that looks into them. */
export const sourceOptions = {
  inbox: {
    value: 'FILE',
    about: 'an inbox export: mbox, .eml, JSON, or a folder of .eml files; email:<n> is its message n',
  },
  bank: {
    value: 'FILE',
    about: 'a bank feed, CSV with a first line of names, or a folder of them; bank:<YYYYMMDD> is a day',
    isMany: true,
  },
  'bank-day': { value: 'COLUMN', about: "the feed's column with the day; found by its name unless set" },
  po: { value: 'FILE', about: 'purchase orders, CSV or JSON; po:<id> is one', isMany: true },
  'po-number': { value: 'COLUMN', about: "the orders' column with the number; found by its name unless set" },
  doc: { value: 'ID=FILE', about: 'a plain-text document; doc:<id>#l<n> is its line n', isMany: true },
} as const;
sourceOptions satisfies Readonly<Record<string, Option>>;

/** Everything that a call gave to look into, and what of it cannot be read. */
export interface Given {
  readonly sources: Sources;
  readonly all: readonly Source[];
  readonly faults: readonly Fault[];
}

/** Reads the sources of a call. None at all, or a file that is not there, is a usage error. */
export async function readSources({ options }: Call): Promise<Given> {
  const readings: Reading[] = [];
  const namespaces: string[] = [];
  const inbox = options.value('inbox');
  if (inbox !== undefined) {
    namespaces.push('email');
    readings.push(await readInbox(filesOf(inbox, '.eml')));
  }
  for (const path of options.values('bank')) {
    namespaces.push('bank');
    readings.push(
      ...filesOf(path, '.csv').map(({ name, bytes }) => readFeed(name, bytes, options.value('bank-day'))),
    );
  }
  for (const path of options.values('po')) {
    namespaces.push('po');
    readings.push(readOrders(basename(path), bytesOfFile(path), options.value('po-number')));
  }
  for (const word of options.values('doc')) {
    namespaces.push('doc');
    readings.push(documentOf(word));
  }
  if (namespaces.length === 0) {
    throw new UsageError(
      'usage/sources',
      'give what the lines were made from: --inbox, --bank, --po or --doc',
    );
  }
  const all = readings.flatMap(({ sources }) => sources);
  return { all, sources: sourcesOf(all, namespaces), faults: readings.flatMap(({ faults }) => faults) };
}

/** A file, or the files of a folder that have an ending, by name. */
function filesOf(
  path: string,
  ending: string,
): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  const names = folderOf(path);
  if (names === null) return [{ name: basename(path), bytes: bytesOfFile(path) }];
  const files = names.filter((name) => name.toLowerCase().endsWith(ending)).sort(inOrder);
  if (files.length === 0) throw new UsageError('usage/sources', `${shown(path)} holds no ${ending} file`);
  return files.map((name) => ({ name, bytes: bytesOfFile(join(path, name)) }));
}

function folderOf(path: string): readonly string[] | null {
  try {
    return statSync(path).isDirectory() ? readdirSync(path) : null;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** `2.eml` before `10.eml`. */
function inOrder(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function documentOf(word: string): Reading {
  const equals = word.indexOf('=');
  const id = word.slice(0, Math.max(0, equals));
  const path = word.slice(equals + 1);
  if (id === '' || path === '' || /[#+\s]/.test(id)) {
    throw new UsageError(
      'usage/option',
      `--doc takes ID=FILE, with an id without blanks, # and +, not ${shown(word)}`,
    );
  }
  return readDocument(id, basename(path), bytesOfFile(path));
}
