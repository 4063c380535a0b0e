import { type Context, Hono } from 'hono';
import type { Env, ServerParts } from '../../env.ts';
import { entryColumns, entryJson } from '../../export/entries.ts';
import { exported, type Form } from '../../export/reply.ts';
import { page } from '../../layout/index.ts';
import { countIn, namesFor, textIn } from '../reading.ts';
import { find, findAll, type Place } from './find.ts';
import { ledgerBody } from './page.ts';
import { wantedIn } from './wanted.ts';

/** How many entries a page shows, and how many it looks at for them. */
const shown = 50;
const looked = 50_000;

/** The ledger: searched by what its entries say, refused lines too, and handed out as CSV and JSON. */
export function ledger(parts: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/ledger', async (c) => {
    const conversations = await namesFor(parts, c);
    const wanted = wantedIn(c);
    const place = placeIn(c, conversations);
    const found = await find(parts.store, wanted, { conversations, place, limit: shown, most: looked });
    const types = [...parts.profiles.core.types.keys()];
    const body = ledgerBody({ wanted, found, conversations, types });
    return page(c, { title: 'Ledger', body, live: place === null });
  });
  for (const form of ['csv', 'json'] satisfies readonly Form[])
    app.get(`/ledger.${form}`, async (c) => {
      const person = c.get('person') ?? '';
      const rows = findAll(parts.store, wantedIn(c), await namesFor(parts, c));
      return exported(c, form, {
        name: 'ledger',
        rows,
        columns: entryColumns,
        json: (stored) => entryJson(stored, person),
      });
    });
  return app;
}

/** Where a search goes on; null at its beginning, and for a conversation that is not the person's. */
function placeIn(c: Context<Env>, conversations: readonly string[]): Place | null {
  const [conversation, before] = [textIn(c, 'at'), countIn(c, 'before')];
  if (conversation === null || before === null || !conversations.includes(conversation)) return null;
  return { conversation, before };
}
