import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { checkThread, createThread } from '../../../src/checks/thread.ts';
import { parse } from '../../../src/codec/index.ts';
import { afterwards, linesOf } from '../../support/conversations.ts';
import { countSteps } from '../../support/steps.ts';

const range = (n: number): number[] => Array.from({ length: n }, (_, k) => k + 1);
const ho = 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX';

/** Threads in which every line could look at every line before it. */
const shapes: Readonly<Record<string, (n: number) => string[]>> = {
  'payments one after the other': (n) => range(n / 4).flatMap((k) => paid(k)),
  'readbacks of one handoff': (n) => [
    ho,
    ...range(n).map((k) => `RW1 RB b-${k} re=a-1 from=b to=a item=x:1 ask=FIX`),
  ],
  'answers to one readback': (n) => [
    ho,
    'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=FIX',
    ...range(n).map((k) => `RW1 AN a-${k + 1} re=b-1 from=a to=b val=Y`),
  ],
  'done reports of one handoff': (n) => [
    ho,
    ...range(n).map((k) => `RW1 DN b-${k} re=a-1 from=b to=a item=x:1 out=OK`),
  ],
  'one item with many agents': (n) =>
    range(n / 2).flatMap((k) => [
      `RW1 HO a-${k} from=a to=b${k} item=x:1 ask=FIX`,
      `RW1 RB b${k}-1 re=a-${k} from=b${k} to=a item=x:1 ask=FIX`,
    ]),
  'one item handed on and on': (n) =>
    range(n / 2).flatMap((k) => [
      `RW1 HO b${k}-1 from=b${k} to=b${k + 1} item=x:1 ask=FIX`,
      `RW1 RB b${k + 1}-2 re=b${k}-1 from=b${k + 1} to=b${k} item=x:1 ask=FIX`,
    ]),
  'one handoff sent again and again': (n) =>
    range(n / 3).flatMap((k) => [
      `RW1 HO a-${k} ${k === 1 ? '' : `re=a-${k - 1} `}from=a to=b item=x:1 ask=FIX`,
      `RW1 RB b-${2 * k} re=a-${k} from=b to=a item=x:1 ask=FIX`,
      `RW1 DN b-${2 * k + 1} re=a-${k} from=b to=a item=x:1 out=OK`,
    ]),
  'readbacks that only the sender can judge, all found void': (n) => [
    `${ho} rb=acc`,
    ...range(n / 2).map((k) => `RW1 RB b-${k} re=a-1 from=b to=a item=x:1 ask=FIX acc=len:1w`),
    ...range(n / 2).map((k) => `RW1 HO a-${k + 1} re=b-${k} from=a to=b item=x:1 ask=FIX rb=acc`),
  ],
  'an act that everybody doubts and that is done again and again': (n) => [
    ho,
    ...range(n / 4).flatMap((k) => [
      `RW1 AQ b-${n + k} re=a-1 from=b to=c${k} need=YESNO`,
      `RW1 AN c${k}-1 re=b-${n + k} from=c${k} to=b val=N`,
    ]),
    ...range(n / 4).flatMap((k) => [
      `RW1 HO a-${k + 1} re=a-1 from=a to=b item=x:1 ask=FIX`,
      `RW1 DN b-${k} re=a-${k + 1} from=b to=a item=x:1 out=OK`,
    ]),
  ],
  'lines that cannot be read': (n) => range(n).map((k) => `RW1 HO a-${k} from=a to=b item=x:1 ask=FIXX`),
};

function stepsOf(lines: readonly string[]): number {
  const parsed = lines.map((line) => parse(line));
  return countSteps(() => checkThread({ lines: parsed, now: afterwards }));
}

test.each(Object.entries(shapes))('%s cost in proportion to the lines', (_, shape) => {
  const [short, long] = [stepsOf(shape(600)), stepsOf(shape(4800))];
  expect(short).toBeGreaterThan(600);
  expect(long / short).toBeLessThan(8.8);
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function used(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test('findings that are handed out are not kept', () => {
  let told = 0;
  const thread = createThread({ now: afterwards, tell: () => told++ });
  const repeated = parse(ho);
  thread.add(repeated);
  const before = used();
  for (let k = 0; k < 20_000; k++) thread.add(repeated);
  expect(used() - before).toBeLessThan(1_000_000);
  expect(told).toBe(20_000);
});

test('what has ended lets go of its lines', () => {
  const thread = createThread({ now: afterwards });
  const before = used();
  const long = 'x'.repeat(7000);
  let written = 0;
  for (const k of range(1000)) {
    for (const line of paid(k + 1_000_000)) {
      const parsed = parse(Buffer.from(line.replace(/ item/, ` x_note=${long} item`)).toString('latin1'));
      written += parsed.line.length;
      thread.add(parsed);
    }
  }
  expect(used() - before).toBeLessThan(written / 4);
  expect(thread.finish().handoffs).toHaveLength(1000);
});

function paid(k: number): string[] {
  const { ho: handoff, rb, yes, dn } = linesOf(k);
  return [handoff, rb, yes, dn];
}
