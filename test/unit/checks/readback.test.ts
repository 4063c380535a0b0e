import { describe, expect, test } from 'vitest';
import { checkReadback } from '../../../src/checks/index.ts';
import { judgeReadback } from '../../../src/checks/readback.ts';
import { decode } from '../../../src/codec/index.ts';
import { quoted } from '../../../src/text/span.ts';

const now = '20261002T0900Z';
const ho = decode('RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX exp=20261002T1700Z');

function readback(rest: string): { roger: boolean; wilco: boolean; passes: boolean } {
  const rb = decode(`RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ${rest}`);
  const { roger, wilco, passes } = checkReadback({
    ho,
    rb,
    now,
    record: { item: 'jira:OPS-77', ask: 'FIX' },
  });
  return { roger, wilco, passes };
}

describe('roger is that it arrived intact, wilco that all that was asked holds', () => {
  test('both', () => expect(readback('ask=FIX')).toEqual({ roger: true, wilco: true, passes: true }));
  test('roger alone, of what was misread', () =>
    expect(readback('ask=BUILD')).toEqual({ roger: true, wilco: false, passes: false }));
  test('roger alone, of what has expired', () =>
    expect(readback('ask=FIX exp=20261002T0900Z')).toEqual({ roger: true, wilco: false, passes: false }));
  test('neither, of what did not arrive as it was sent', () =>
    expect(readback('ask=FIX h=deadbeef0000')).toEqual({ roger: false, wilco: false, passes: false }));

  test('an unreadable record is no fault of the receipt', () => {
    const rb = decode('RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX');
    expect(checkReadback({ ho, rb, now, record: {} })).toMatchObject({ roger: true, wilco: false });
  });
});

test('R34: as of a moment within its own window, only what no clock mends fails', () => {
  const codes = (exp: string): string[] => {
    const rb = decode(`RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX exp=${exp}`);
    const { diagnostics } = judgeReadback({ ho, rb, asOf: null });
    return diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
  };
  expect(codes('00010101T0000Z')).toEqual([]);
  expect(codes('20261002T1700Z')).toEqual([]);
  expect(codes('20261002T1701Z')).toEqual(['expiry/outlives']);
});

test('a finding points at the word and names both values', () => {
  const rb = decode('RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=BUILD');
  const [, found] = checkReadback({ ho, rb, now }).diagnostics;
  expect(found).toMatchObject({
    code: 'echo/mismatch',
    severity: 'error',
    data: { slot: 'ask', sent: 'FIX', heard: 'BUILD' },
  });
  expect(found?.at && quoted(found.at.line, found.at.span)).toBe('ask=BUILD');
});
