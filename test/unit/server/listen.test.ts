import { expect, test } from 'vitest';
import { UsageError } from '../../../src/diagnostic/usage-error.ts';
import { listen } from '../../../src/server/listen.ts';

test('what cannot be made for the port that it has lets go of it, so that the process can end', async () => {
  let port = 0;
  const failed = listen({ hosts: ['127.0.0.1'], port: 0 }, (own) => {
    port = own;
    throw new UsageError('usage/origin', 'no origin');
  });
  await expect(failed).rejects.toThrow('no origin');
  const again = await listen({ hosts: ['127.0.0.1'], port }, () => () => new Response('here'));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await again.close(0);
});
