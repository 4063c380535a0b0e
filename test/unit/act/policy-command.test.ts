import { expect, test } from 'vitest';
import { policyCommand } from '../../../src/act/index.ts';

const asked = {
  policy: 'small-payments',
  line: 'RW1 RB payer-1',
  handoff: 'scheduler-1',
  ask: 'PAY',
  item: 'inv:1',
  values: { amt: '5.00' },
  answer: 'Y',
};
const node = (script: string, timeout?: number): ((one: typeof asked) => Promise<boolean>) =>
  policyCommand({
    command: process.execPath,
    args: ['-e', script],
    ...(timeout === undefined ? {} : { timeout }),
  });

test('a command that has read what is asked agrees', async () => {
  const reads = `let s = ''; process.stdin.on('data', (c) => { s += c; }).on('end', () => {
    const { verb, values } = JSON.parse(s);
    console.log(JSON.stringify({ agrees: verb === 'agree' && values.amt === '5.00' }));
  })`;
  expect(await node(reads)(asked)).toBe(true);
  expect(await node(reads)({ ...asked, values: { amt: '6.00' } })).toBe(false);
});

test.each([
  ['says no', `console.log('{"agrees":false}')`],
  ['says something like yes', `console.log('{"agrees":"true"}')`],
  ['says it twice', `console.log('{"agrees":false,"agrees":true}')`],
  ['says yes and fails', `console.log('{"agrees":true}'); process.exitCode = 1`],
  ['says no JSON', `console.log('yes')`],
  ['says a list', `console.log('[true]')`],
  ['says nothing', ''],
  ['inherits its yes', `console.log('{"__proto__":{"agrees":true}}')`],
])('one that %s withholds the answer', async (_, script) => {
  expect(await node(script)(asked)).toBe(false);
});

test('so does one that does not end, cannot be started, or is none', async () => {
  expect(await node('setInterval(() => {}, 1000)', 300)(asked)).toBe(false);
  expect(await policyCommand({ command: '/nowhere/at-all' })(asked)).toBe(false);
  expect(() => policyCommand({ command: '' })).toThrow('names it');
});
