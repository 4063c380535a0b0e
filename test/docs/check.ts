import assert from 'node:assert/strict';

/** What a page says that an expression gives: `expression; // => value`. */
export function check(actual: unknown, expected: unknown): void {
  assert.deepEqual(plain(actual), plain(expected));
}

/** What a page says that an expression throws: `expression; // => throws NAME`, by the error's name or its code. */
export async function throws(run: () => unknown, name: string): Promise<void> {
  await assert.rejects(
    async () => run(),
    (error: Error & { code?: string }) => error.name === name || error.code === name,
  );
}

/** Objects without their prototypes: a page writes them as literals. */
function plain(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}
