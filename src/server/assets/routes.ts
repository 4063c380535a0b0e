import { Hono } from 'hono';
import type { Env } from '../env.ts';
import { assetAt } from './files.ts';

/** What the pages load: the stylesheet, their scripts, and the core for checking lines in the browser. */
export function assets(): Hono<Env> {
  return new Hono<Env>().get('/assets/*', (c) => {
    const asset = assetAt(c.req.path.slice('/assets/'.length));
    if (asset === null) return c.text('There is no such file.\n', 404);
    const headers = { 'content-type': asset.type, etag: asset.tag, 'cache-control': 'no-cache' };
    if (c.req.header('if-none-match') === asset.tag) return c.body(null, 304, headers);
    return c.body(asset.text, 200, headers);
  });
}
