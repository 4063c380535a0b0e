import { Hono } from 'hono';
import type { Env, ServerParts } from '../../env.ts';
import { page } from '../../layout/index.ts';
import { pictured } from '../../picture/entry.ts';
import { picture } from '../../picture/picture.ts';
import { sceneOf } from '../../picture/scene.ts';
import { countIn, entryAt, seenBy, textIn } from '../reading.ts';
import { threadList } from './list.ts';
import { threadBody } from './thread.ts';
import { windowOf } from './window.ts';

/** Threads as pictures: the conversations, and each with its entries in order. */
export function threads(parts: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/threads', async (c) => {
    const session = c.get('session');
    if (session === null) return c.notFound();
    const names = await parts.people.conversations(session);
    const wanted = { names, like: textIn(c, 'like'), after: textIn(c, 'after') };
    return page(c, { title: 'Threads', body: await threadList(parts, wanted), live: true });
  });
  app.get('/threads/:file{.+\\.svg}', async (c, next) => {
    if ((await seenBy(parts, c, c.req.param('file'))) !== null) return next(); // a conversation of that very name
    const name = c.req.param('file').slice(0, -'.svg'.length);
    const seen = await seenBy(parts, c, name);
    if (seen === null) return c.notFound();
    const item = textIn(c, 'item');
    const { entries, after, limit } = await windowOf(seen, { item, at: null, after: countIn(c, 'after') });
    const options = { title: `Conversation ${name}`, now: parts.clock(), after, limit };
    const svg = picture(entries.map(pictured), { ...options, ...(item === null ? {} : { item }) });
    return c.body(svg, 200, { 'content-type': 'image/svg+xml; charset=utf-8' });
  });
  app.get('/threads/:conversation', async (c) => {
    const conversation = c.req.param('conversation');
    const seen = await seenBy(parts, c, conversation);
    if (seen === null) return c.notFound();
    const [item, at] = [textIn(c, 'item'), countIn(c, 'at')];
    const window = await windowOf(seen, { item, at, after: countIn(c, 'after') });
    const { entries, after, limit } = window;
    const scene = sceneOf(entries.map(pictured), {
      ...{ now: parts.clock(), after, limit },
      ...(item === null ? {} : { item }),
    });
    const chosen = at === null ? null : await entryAt(seen, at);
    const body = threadBody({ seen, scene, window, item, chosen, profiles: parts.profiles });
    return page(c, { title: item ?? conversation, body, live: true });
  });
  return app;
}
