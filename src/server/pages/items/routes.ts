import { Hono } from 'hono';
import { type Env, handsOn, type ServerParts } from '../../env.ts';
import { entryColumns, entryJson } from '../../export/entries.ts';
import { exported, type Form } from '../../export/reply.ts';
import { page } from '../../layout/index.ts';
import { seenBy } from '../reading.ts';
import { aboutItem } from './about.ts';
import { itemBody } from './page.ts';

/** Everything about one item: what an auditor asks for a year later, as a page and as files. */
export function items(parts: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/items/:conversation/:item', async (c) => {
    const { conversation, item } = c.req.param();
    const seen = await seenBy(parts, c, conversation);
    const about = seen === null ? null : await aboutItem(seen, item);
    if (seen === null || about === null) return c.notFound();
    const owner = (await (await handsOn(parts, c, conversation))?.owner(item)) ?? null;
    const body = itemBody({ ...about, conversation, item, person: seen.person, owner });
    return page(c, { title: item, body, live: true });
  });
  for (const form of ['csv', 'json'] satisfies readonly Form[])
    app.get(`/items/:conversation/:item/export.${form}`, async (c) => {
      const { conversation = '', item = '' } = c.req.param();
      const seen = await seenBy(parts, c, conversation);
      const about = seen === null ? null : await aboutItem(seen, item);
      if (seen === null || about === null) return c.notFound();
      const json = (stored: (typeof about.entries)[number]) => entryJson(stored, seen.person);
      return exported(c, form, { name: 'item', rows: about.entries, columns: entryColumns, json });
    });
  return app;
}
