import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkReadback } from '../../../src/checks/index.ts';
import { decode, encode, parse } from '../../../src/codec/index.ts';
import { type Reply, type ReplyOptions, reply } from '../../../src/reply/index.ts';
import { builtIn } from '../../../src/vocabulary/index.ts';
import { oneEditFrom } from '../../support/edits.ts';
import { validParts } from '../../support/lines.ts';
import { vocabularies } from '../../support/vocabularies.ts';

const now = '20261001T0900Z';
const fix = 'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261001';

function answer(line: string, options: Partial<ReplyOptions> = {}): Reply {
  return reply({ parsed: parse(line), as: 'builder', now, ...options });
}

test('a readback by code passes the check of the handoff it answers', () => {
  const given = answer(fix);
  if (given.outcome !== 'reply') throw new Error('code reads this back');
  expect(given.because).toBe('readback');
  expect(checkReadback({ ho: decode(fix), rb: given.message, now }).wilco).toBe(true);
  expect(given.line).toBe(encode(given.message));
});

test('a line that came twice gets one answer, and an answer is no news', () => {
  const first = answer(fix);
  if (first.outcome !== 'reply') throw new Error('code reads this back');
  const thread = [parse(fix), parse(first.line)];
  expect(answer(fix, { thread })).toEqual({ ...first, because: 'repeat', message: decode(first.line) });
});

test('the newest readback stands when a handoff was read back twice; its done report answers no repeat', () => {
  const answers = [
    'RW1 RB builder-1 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX due=20261001',
    'RW1 RB builder-2 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX due=20261001 eta=20261001',
    'RW1 DN builder-3 re=ops-3 from=builder to=ops item=jira:OPS-77 out=OK',
  ];
  const given = answer(fix, { thread: [fix, ...answers].map((line) => parse(line)) });
  expect(given).toMatchObject({ because: 'repeat', line: answers[1] });
});

test('the answer of another agent to the same line is not taken for one', () => {
  const forged = 'RW1 RB mallory-1 re=ops-3 from=mallory to=ops item=jira:OPS-77 ask=FIX due=20261001';
  expect(answer(fix, { thread: [parse(fix), parse(forged)] })).toMatchObject({ because: 'readback' });
});

test('a retry under a changed amount is still a retry: the original holds', () => {
  const ho = 'RW1 HO ops-3 from=ops to=builder item=x:1 ask=BUILD pri=2';
  const rb = 'RW1 RB builder-1 re=ops-3 from=builder to=ops item=x:1 ask=BUILD';
  const retry = 'RW1 HO ops-4 re=ops-3 from=ops to=builder item=x:1 ask=BUILD pri=1';
  expect(answer(retry, { thread: [ho, rb].map((line) => parse(line)) })).toMatchObject({ because: 'DUP' });
});

test('handoffs that name each other lead nowhere, and end', () => {
  const one = 'RW1 HO ops-1 re=ops-2 from=ops to=builder item=x:1 ask=BUILD';
  const two = 'RW1 HO ops-2 re=ops-1 from=ops to=builder item=x:1 ask=BUILD';
  expect(answer(two, { thread: [parse(one)] })).toMatchObject({ because: 'readback' });
});

test('the id is the one that is given, else the next of the agent', () => {
  expect(answer(fix, { id: 'builder-77' })).toMatchObject({
    line: expect.stringContaining('RW1 RB builder-77 '),
  });
  expect(answer(fix, { thread: [parse('RW1 ST builder-8 from=builder to=ops item=x')] })).toMatchObject({
    line: expect.stringContaining('RW1 RB builder-9 '),
  });
});

test('a clock or a name that is none is refused, whatever the line', () => {
  expect(() => answer(fix, { now: '2026-10-01' })).toThrow(expect.objectContaining({ code: 'usage/now' }));
  expect(() => answer(fix, { as: 'the builder' })).toThrow(expect.objectContaining({ code: 'usage/agent' }));
});

describe('whatever comes in', () => {
  test('code answers with a line that reads clean, under its own name, to the sender, about the line', () => {
    const drawn = fc.constantFrom(...vocabularies).chain((vocabulary) => oneEditFrom(validParts(vocabulary)));
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(drawn, fc.boolean(), ({ line }, isAddressed) => {
        const parsed = parse(line);
        const as = (isAddressed && parsed.heard.to) || 'builder';
        const given = reply({ parsed, as, now });
        outcomes.add(given.outcome === 'reply' ? given.because : given.outcome);
        if (given.outcome === 'none') expect(given.diagnostics.length).toBeGreaterThan(0);
        if (given.outcome !== 'reply') return;
        const { message, diagnostics } = parse(given.line, { profiles: builtIn });
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(message).toMatchObject({ from: as, to: parsed.heard.from, re: parsed.heard.id });
        expect(message?.id.startsWith(`${as}-`)).toBe(true);
      }),
      { numRuns: 1500 },
    );
    for (const outcome of ['none', 'model', 'readback', 'SCOPE', 'UNK', 'VER'])
      expect(outcomes).toContain(outcome);
  });
});
