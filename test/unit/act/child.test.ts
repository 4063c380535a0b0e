import { expect, test } from 'vitest';
import { listenerFor } from '../../../src/act/executors/child.ts';
import { Secret } from '../../../src/act/executors/secret.ts';

const secret = new Secret({ environment: 'TOKEN' }, { environment: { TOKEN: 'canary-of-a-child' } });

function heardOf(chunks: readonly string[]): readonly string[] {
  const heard: string[] = [];
  const { hear, end } = listenerFor((text) => heard.push(text), [secret]);
  for (const chunk of chunks) hear(chunk);
  end();
  return heard;
}

test('what a child says is told line by line, and its end', () => {
  expect(heardOf(['one\ntw', 'o\n', 'three'])).toEqual(['one\n', 'two\n', 'three']);
  expect(heardOf([])).toEqual([]);
});

test('a secret is not heard, wherever the pipe cuts it', () => {
  for (let at = 1; at < 17; at++) {
    const text = 'canary-of-a-child';
    expect(heardOf([`a ${text.slice(0, at)}`, `${text.slice(at)} b\n`])).toEqual(['a [secret TOKEN] b\n']);
  }
});

test('a line without end is told as it comes, and holds no more than it has to', () => {
  const heard: string[] = [];
  const { hear, end } = listenerFor((text) => heard.push(text), [secret]);
  for (let at = 0; at < 100; at++) hear(`${'x'.repeat(2_000)}canary-`.concat('of-a-child'));
  expect(heard.join('').length).toBeGreaterThan(100_000);
  end();
  expect(heard.join('')).not.toContain('canary');
  expect(heard.join('').match(/\[secret TOKEN\]/g)).toHaveLength(100);
});

test('without a listener nothing is kept, and one that throws is nobody’s trouble', () => {
  const deaf = listenerFor(undefined, [secret]);
  expect(() => deaf.hear('x\n')).not.toThrow();
  const { hear, end } = listenerFor(() => {
    throw new Error('the log is full');
  }, []);
  expect(() => {
    hear('x\n');
    end();
  }).not.toThrow();
});
