import { expect, test } from 'vitest';
import { assets } from '../../../src/server/assets/routes.ts';

const get = (path: string, headers: Record<string, string> = {}): Response | Promise<Response> =>
  assets().request(`/assets/${path}`, { headers });

test('serves one stylesheet, and answers that it has not changed', async () => {
  const first = await get('console.css');
  expect(first.headers.get('content-type')).toBe('text/css; charset=utf-8');
  const css = await first.text();
  expect(css).toContain('prefers-color-scheme: dark');
  expect(css).not.toMatch(/@import|url\(/);
  const again = await get('console.css', { 'if-none-match': first.headers.get('etag') as string });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('serves the core and the scripts of the pages as modules that a browser resolves by themselves', async () => {
  const seen = new Set<string>();
  const paths = ['/assets/codec/index.js', '/assets/server/browser/live.js'];
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await assets().request(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      ...[path, 200, 'text/javascript; charset=utf-8'],
    ]);
    for (const [, from = ''] of (await answer.text()).matchAll(
      /^(?:import|export)\b.*?from ['"]([^'"]+)['"]/gm,
    )) {
      expect(from).toMatch(/^(?:\.{1,2}\/|\/assets\/)/);
      paths.push(new URL(from, `http://localhost${path}`).pathname);
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['/assets/sha256/portable.js', '/assets/noble/sha2.js', '/assets/text/words.js']),
  );
});

test('serves nothing else of the program or of the machine', async () => {
  const paths = [
    ...['ledger/ledger.js', 'server/layout/page.js', 'cli/main.js', 'codec/index.d.ts', 'codec', ''],
    ...['../package.json', 'codec/../../package.json', '..%2f..%2fpackage.json', 'noble/../package.json'],
    ...['codec//index.js', 'sha256/node.js/', 'codec/none.js', 'noble/none.js', 'codec/index.js%00'],
  ];
  const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
  expect(statuses).toEqual(paths.map(() => 404));
});
