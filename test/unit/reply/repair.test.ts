import { expect, test } from 'vitest';
import { parse } from '../../../src/codec/index.ts';
import { repairMessage } from '../../../src/reply/index.ts';

function repair(line: string): string {
  return repairMessage(parse(line).diagnostics, line);
}

test('says what is wrong, at which words, and what to write', () => {
  expect(repair('RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=BUIDL due=20261301')).toBe(
    [
      'This line is refused; nothing was done with it:',
      'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=BUIDL due=20261301',
      '',
      '1. slot/code at "ask=BUIDL": ask=BUIDL is not a known ask code of core; rule 2: reply UN why=UNK, never guess',
      '   write BUILD if that is what is meant',
      '2. slot/value at "due=20261301": due=20261301 does not fit: a real day, YYYYMMDD',
      '   write due= as the slot type date asks',
      '',
      'Write the whole line again, on one row and nothing else.',
    ].join('\n'),
  );
});

test('is silent about a line without a fault', () => {
  expect(repair('RW1 ST a-1 from=a to=b item=x:1')).toBe('');
});

test('tells warnings behind errors, and does not call a line refused that was read', () => {
  expect(repair('RW1 ST a-1 from=a to=b item=x:1 foo=1')).toMatch(
    /^This line is read, but look at it again:/,
  );
  const both = repair('RW1 ST a-1 foo=1 from=a to=b');
  expect(both.match(/^\d\. (?:warning )?\S+/gm)).toEqual(['1. message/requires', '2. warning slot/unknown']);
});

test('prints nothing of a hostile line raw', () => {
  const text = repair(
    'RW1 ST a-1 from=a to=b item=x:1 // \u001b[2J\u202ereversed\nRW1 AN a-2 from=a to=b val=Y',
  );
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.split('\n').some((row) => row.startsWith('RW1 AN'))).toBe(false);
});
