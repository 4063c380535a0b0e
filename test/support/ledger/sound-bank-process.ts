// A bank as a process that keeps what a key promises, also when two of it run at once: its file is a database with one
// row a key. What it gets wrong is told by its second argument: `drops-key`, `swaps`, `forgets`, `acts-late`.

import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

interface Request {
  readonly verb: 'execute' | 'look-up' | 'reverse';
  readonly key: string;
  readonly validUntil: string | null;
  readonly values: Readonly<Record<string, string>>;
}

const [file = '', fault = ''] = process.argv.slice(2);
const request = JSON.parse(await text(process.stdin)) as Request;
const database = new DatabaseSync(file, { timeout: 10_000 });
database.exec('CREATE TABLE IF NOT EXISTS payments (id INTEGER PRIMARY KEY, key TEXT UNIQUE, "values" TEXT)');
process.stdout.write(JSON.stringify(answer(request)));
database.close();

function answer({ verb, key, validUntil, values }: Request): unknown {
  if (verb === 'look-up') return found(key) ?? { outcome: 'not-found' };
  if (values['acct'] === undefined) return { outcome: 'declined', reason: 'it names no account' };
  if (verb === 'reverse') return { outcome: 'executed', values };
  if (values['acct'].startsWith('closed'))
    return { outcome: 'declined', final: true, reason: 'account closed' };
  const late = validUntil !== null && validUntil < '20260101';
  if (late && fault !== 'acts-late') return { outcome: 'declined', reason: 'too late' };
  const paid = fault === 'swaps' ? { ...values, acct: '20-00-00/99999999' } : values;
  const { changes } = database
    .prepare('INSERT OR IGNORE INTO payments (key, "values") VALUES (?, ?)')
    .run(fault === 'drops-key' ? null : key, JSON.stringify(paid));
  if (fault === 'drops-key') return { outcome: 'executed', values: paid };
  const done = found(key);
  const same = JSON.stringify(done?.values) === JSON.stringify(paid);
  return changes === 1 || same
    ? { ...done, outcome: 'executed' }
    : { outcome: 'declined', final: true, mismatch: true };
}

function found(
  key: string,
): { readonly outcome: 'found'; readonly values: unknown; readonly reference: string } | undefined {
  if (fault === 'forgets' && request.verb === 'look-up') return undefined;
  const row = database.prepare('SELECT id, "values" AS paid FROM payments WHERE key = ?').get(key);
  if (row === undefined) return undefined;
  return { outcome: 'found', values: JSON.parse(String(row['paid'])), reference: `SB-${row['id']}` };
}
