import { expect, test } from 'vitest';
import { progressOn } from '../../../src/cli/progress.ts';
import type { Sink } from '../../../src/cli/sink.ts';

/** A progress bar whose clock moves by 60 ms a look. */
function bar(size: number | undefined, isTerminal = true, unit: 'bytes' | 'entries' = 'bytes') {
  const written: string[] = [];
  let now = 0;
  const sink: Sink = {
    write: (text) => written.push(text),
    flush: () => undefined,
    drained: async () => undefined,
    isTerminal,
    color: false,
    width: 80,
  };
  const clock = (): number => {
    now += 60;
    return now;
  };
  return { written, progress: progressOn(sink, 'a.rw', size, { unit, clock }) };
}

test('is drawn no more than ten times a second, with the share that was read', () => {
  const { written, progress } = bar(4_000_000);
  for (let chunk = 0; chunk < 4; chunk++) progress.advance(1_000_000);
  expect(written).toEqual([
    `\r\x1b[Ka.rw [${'#'.repeat(15)}${'.'.repeat(15)}] 50% 2.0 MB`,
    `\r\x1b[Ka.rw [${'#'.repeat(30)}] 100% 4.0 MB`,
  ]);
});

test('says only how much was read where the size is not known', () => {
  const { written, progress } = bar(undefined);
  for (let chunk = 0; chunk < 2; chunk++) progress.advance(1_000_000);
  expect(written).toEqual(['\r\x1b[Ka.rw 2.0 MB']);
});

test('counts entries where these are what is read', () => {
  const { written, progress } = bar(undefined, true, 'entries');
  for (let page = 0; page < 2; page++) progress.advance(500);
  expect(written).toEqual(['\r\x1b[Ka.rw 1000 entries']);
});

test('is wiped before other output, and once', () => {
  const { written, progress } = bar(10);
  progress.clear();
  expect(written).toEqual([]);
  for (let chunk = 0; chunk < 2; chunk++) progress.advance(5);
  progress.clear();
  progress.clear();
  expect(written.slice(1)).toEqual(['\r\x1b[K']);
});

test('is nothing where nobody watches', () => {
  const { written, progress } = bar(10, false);
  for (let chunk = 0; chunk < 9; chunk++) progress.advance(1);
  progress.clear();
  expect(written).toEqual([]);
});
