import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFeed, readInbox, readOrders, type Sources, sourcesOf } from 'hearback/evidence';

/** The documents of a month-end's folder, ready for check-src: the inbox, the feed by day, the orders. */
export async function readDocuments(path: string): Promise<Sources> {
  const file = (name: string): { readonly name: string; readonly bytes: Uint8Array } => ({
    name,
    bytes: readFileSync(join(path, name)),
  });
  const inbox = await readInbox([file('inbox/october.mbox')]);
  const feed = readdirSync(join(path, 'feed')).map((name) => readFeed(name, file(`feed/${name}`).bytes));
  const orders = readOrders('purchase-orders.csv', file('purchase-orders.csv').bytes);
  const all = [inbox, ...feed, orders].flatMap(({ sources }) => sources);
  return sourcesOf(all, ['email', 'bank', 'po']);
}
