import { expect, test } from 'vitest';
import { checkReadback } from '../../../src/checks/index.ts';
import { decode } from '../../../src/codec/index.ts';
import { growth } from '../../support/cost.ts';

/** Criteria that fill so many characters; letters without vowels, so that no word is one of the protocol's. */
function criteria(length: number, one: (name: string) => string): string {
  let text = '';
  for (let n = 0; text.length < length; n++) {
    const name = [...n.toString(18)]
      .map((digit) => 'bcdfghjkmpqrtvwxyz'[Number.parseInt(digit, 18)])
      .join('');
    text += `${n === 0 ? '' : '+'}${one(name)}`;
  }
  return text;
}

/** What the sender and the receiver say, both as long as a line can be. */
const shapes: Readonly<Record<string, (length: number) => readonly [sent: string, heard: string]>> = {
  'criteria that are all different': (length) => [
    `acc=${criteria(length, (name) => `no:q${name}`)}`,
    `acc=${criteria(length, (name) => `no:z${name}`)}`,
  ],
  'criteria that are all alike': (length) => [
    `acc=${criteria(length, (name) => `no:apple-q${name}`)}`,
    `acc=${criteria(length, (name) => `no:apple-z${name}`)}`,
  ],
  'criteria that could be paired in many ways': (length) => [
    `acc=${criteria(length, (name) => `no:apples-${name}bcdfg-${name}cdfgh`)}`,
    `acc=${criteria(length, (name) => `no:${name}cdfgh-z${name}-${name}bcdfg`)}`,
  ],
  'criteria against the sender’s': (length) => [
    `acc=${criteria(length, (name) => `must:q${name}`)}`,
    `acc=must:a not=${criteria(length, (name) => `z${name}`)}`,
  ],
  'a criterion of many words': (length) => [
    `acc=must:${criteria(length, (name) => `q${name}`).replaceAll('+', '-')}`,
    `acc=must:${criteria(length, (name) => `z${name}`).replaceAll('+', '-')}`,
  ],
  'a number of many digits': (length) => [`acc=len:${'9'.repeat(length)}`, `acc=len:${'8'.repeat(length)}`],
  'signs without a number': (length) => [
    `acc=len:${'<='.repeat(length / 2)}`,
    `acc=len:${'£'.repeat(length)}`,
  ],
  'numbers without a unit': (length) => [
    `acc=len:${'1-----'.repeat(length / 6)}`,
    `acc=len:${'1,'.repeat(length / 2)}`,
  ],
  'extension slots': (length) => [
    criteria(length, (name) => `x_${name}=1`).replaceAll('+', ' '),
    criteria(length, (name) => `x_${name}=2`).replaceAll('+', ' '),
  ],
  assumptions: (length) => ['pri=1', `asm=${criteria(length, (name) => name)}`],
};

/**
 * All elements of one side may have to be held against all of the other: four times the length is up to 16 times the
 * cost, and never the 64 times of a cubic one.
 */
test.each(Object.entries(shapes))('%s: the cost grows with the pairs at most', (_, shape) => {
  const check = (length: number): (() => unknown) => {
    const [sent, heard] = shape(length);
    const ho = decode(`RW1 HO a-1 from=a to=b item=x:1 ask=DRAFT rb=all+acc ${sent}`);
    const rb = decode(`RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=DRAFT ${heard}`);
    return () => checkReadback({ ho, rb, now: '20261002T0900Z' });
  };
  const [short, long] = [check(1900), check(7600)];
  expect(growth(short, long, 20)).toBeLessThan(48);
});
