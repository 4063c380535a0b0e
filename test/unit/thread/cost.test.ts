import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createThread } from '../../../src/checks/thread.ts';
import { parse } from '../../../src/codec/index.ts';
import { afterwards, linesOf } from '../../support/conversations.ts';

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
  'an act that everybody forbids': (n) => {
    const pay = linesOf(1);
    return [
      pay.ho,
      ...range(n / 4).flatMap((k) => [
        `RW1 AQ payer-${99 + k} re=scheduler-21 p=pay from=payer to=human need=ENUM opts=HOLD+APPROVE`,
        `RW1 AN human-${99 + k} re=payer-${99 + k} p=pay from=human to=payer val=HOLD`,
      ]),
      ...range(n / 2).map((k) => pay.dn.replace('payer-22', `payer-${99 + n + k}`)),
    ];
  },
  'lines that cannot be read': (n) => range(n).map((k) => `RW1 HO a-${k} from=a to=b item=x:1 ask=FIXX`),
};

function cost(lines: readonly string[]): number {
  const parsed = lines.map((line) => parse(line));
  const start = performance.now();
  const thread = createThread({ now: afterwards });
  for (const one of parsed) thread.add(one);
  thread.finish();
  return performance.now() - start;
}

// Eight times the lines: a linear check takes about eight times as long, a quadratic one sixty-four times.
test.each(Object.entries(shapes))('%s cost in proportion to the lines', (_, shape) => {
  const [short, long] = [shape(1200), shape(9600)];
  cost(short);
  const best = (lines: string[], times: number): number => Math.min(...range(times).map(() => cost(lines)));
  expect(best(long, 2) / best(short, 5)).toBeLessThan(30);
});

test('what has ended lets go of its lines', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const thread = createThread({ now: afterwards });
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
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
