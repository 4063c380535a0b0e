import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkThread, createThread, ownerOf, type ThreadVerdict } from '../../src/checks/thread.ts';
import { catalog } from '../../src/cli/catalog.ts';
import { parse } from '../../src/codec/index.ts';
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts';
import { faultOf } from '../../src/text/characters.ts';
import { afterwards, brokenConversation, conversation } from '../support/conversations.ts';
import { oneEditFrom } from '../support/edits.ts';
import { validParts, written } from '../support/lines.ts';
import { faulted } from '../support/thread-faults.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';

const numRuns = runs('HEARBACK_THREADS', 1500);
const seed = runs('HEARBACK_SEED', 20261002);

function check(lines: readonly string[], options: { now?: string; excerpt?: boolean } = {}): ThreadVerdict {
  return checkThread({ lines: lines.map((line) => parse(line)), now: afterwards, ...options });
}

function errorsOf({ diagnostics }: ThreadVerdict): string[] {
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

test('a conversation in which everything goes right has no problem, however late it is checked', () => {
  const clock = fc.constantFrom(afterwards, '20270101T0000Z', '29991231T2359Z');
  fc.assert(
    fc.property(conversation, clock, (lines, now) => {
      const verdict = check(lines, { now });
      expect(errorsOf(verdict)).toEqual([]);
      expect(verdict.handoffs.filter(({ state }) => state !== 'closed')).toEqual([]);
    }),
    { numRuns, seed },
  );
});

test('a part of such a conversation has no problem when it is checked as an excerpt, in time', () => {
  const part = fc.tuple(conversation, fc.nat(40), fc.nat(40)).map(([lines, from, length]) => {
    const start = from % lines.length;
    return lines.slice(start, start + 1 + length);
  });
  fc.assert(
    fc.property(part, (lines) => {
      const verdict = check(lines, { now: '20260901T0000Z', excerpt: true });
      const unreadable = lines.filter((line) => parse(line).message === null).length;
      // The part may end before an unreadable line was answered, or begin after what an answer could not read.
      expect(errorsOf(verdict).filter((message) => !message.includes('cannot be read')).length).toBe(0);
      expect(errorsOf(verdict).length).toBeLessThanOrEqual(unreadable);
    }),
    { numRuns, seed },
  );
});

describe.each(Object.entries(faulted))('%s', (_, { code, story }) => {
  test(`is found as ${code}, and nothing else is blamed for it`, () => {
    const picks = fc.array(fc.nat(9), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(conversation, picks, (clean, turns) => {
        const faulty = story(40);
        const lines = merged(clean, faulty, turns);
        const { diagnostics } = check(lines);
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        expect(errors.map((one) => one.code)).toContain(code);
        expect(errors.filter(({ at }) => at === undefined || !faulty.includes(at.line))).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 15), seed },
    );
  });
});

function merged(clean: readonly string[], faulty: readonly string[], turns: readonly number[]): string[] {
  const [one, other] = [[...clean], [...faulty]];
  const all: string[] = [];
  for (let turn = 0; one.length + other.length > 0; turn++) {
    const isFaulty = one.length === 0 || (other.length > 0 && (turns[turn % turns.length] ?? 0) % 3 === 0);
    all.push((isFaulty ? other.shift() : one.shift()) as string);
  }
  return all;
}

test('whatever is repeated word for word is noted and changes nothing else', () => {
  const repeats = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(brokenConversation, repeats, (lines, places) => {
      const numbered = lines.map((line, at) => ({ line, number: at + 1 }));
      const repeated = [...numbered];
      for (const [what, after] of places) {
        const given = repeated[what % Math.max(1, repeated.length)];
        const from = repeated.findIndex((one) => one.line === given?.line);
        if (given) repeated.splice(from + 1 + (after % (repeated.length - from)), 0, given);
      }
      expect(toldOf(repeated)).toEqual(toldOf(numbered));
    }),
    { numRuns, seed },
  );
});

function toldOf(lines: readonly { line: string; number: number }[]): object {
  const thread = createThread({ now: afterwards });
  for (const { line, number } of lines) thread.add(parse(line), number);
  const { diagnostics, handoffs, owners } = thread.finish();
  const told = diagnostics.filter(({ code }) => code !== 'thread/repeat');
  return { told: new Set(told.map(({ message, at }) => `${at?.number} ${message}`)), handoffs, owners };
}

test('findings that are handed out as they are known are those of the verdict', () => {
  fc.assert(
    fc.property(brokenConversation, (lines) => {
      const told: Diagnostic[] = [];
      const thread = createThread({ now: afterwards, tell: (finding) => told.push(finding) });
      const places: number[] = [];
      for (const line of lines) {
        thread.add(parse(line));
        places.push(told.length);
      }
      const known = places.at(-1) ?? 0;
      const { passes, diagnostics, ...standing } = thread.finish();
      const { passes: whole, diagnostics: all, ...wholeStanding } = check(lines);
      expect([passes, diagnostics, standing]).toEqual([whole, [], wholeStanding]);
      expect(told.toSorted(byPlace)).toEqual([...all].sort(byPlace));
      // What a line tells is told with it: the end adds only what no line could know.
      for (const { code } of told.slice(known)) expect(atEnd).toContain(code);
    }),
    { numRuns, seed },
  );
});

const atEnd = [
  'open orphaned superseded cancel-pending cancel-unanswered cancel-expired unreadable',
  'question-overdue question-dropped void-readback',
].flatMap((names) => names.split(' ').map((name) => `thread/${name}`));

function byPlace(one: Diagnostic, other: Diagnostic): number {
  const [left, right] = [one, other].map(({ at, code, message }) => `${at?.number} ${code} ${message}`);
  return (left as string) < (right as string) ? -1 : 1;
}

test('looking at a thread on the way changes nothing of it', () => {
  fc.assert(
    fc.property(brokenConversation, fc.nat(60), (lines, at) => {
      const thread = createThread({ now: afterwards });
      for (const [index, line] of lines.entries()) {
        if (index === at) thread.finish();
        thread.add(parse(line));
      }
      expect(thread.finish()).toEqual(check(lines));
      expect(thread.finish()).toEqual(thread.finish());
    }),
    { numRuns, seed },
  );
});

const anyLine = fc.oneof(
  ...vocabularies.map((vocabulary) => validParts(vocabulary).map(written)),
  ...vocabularies.map((vocabulary) => oneEditFrom(validParts(vocabulary)).map(({ line }) => line)),
);
const anyLines = fc.oneof(
  brokenConversation,
  fc.array(anyLine, { maxLength: 12 }),
  fc.tuple(brokenConversation, fc.array(anyLine, { maxLength: 6 })).map((lists) => lists.flat()),
);

test('any lines in any order are checked without an exception, and every finding can be acted on', () => {
  fc.assert(
    fc.property(anyLines, fc.boolean(), (lines, excerpt) => {
      const { diagnostics } = check(lines, { excerpt });
      for (const { code, message, hint, severity, at } of diagnostics) {
        expect(catalog.has(code)).toBe(true);
        expect([...`${message}${hint ?? ''}`].filter((one) => faultOf(one.codePointAt(0) ?? 0))).toEqual([]);
        expect(severity === 'error' && hint === undefined).toBe(false);
        expect(at !== undefined && at.number !== undefined && at.number > 0).toBe(true);
        expect(at && at.span.start >= 0 && at.span.end <= at.line.length).toBe(true);
      }
    }),
    { numRuns, seed },
  );
});

test('the owner of an item is a function of its handoffs and of which of them were read back', () => {
  fc.assert(
    fc.property(brokenConversation, (lines) => {
      const { handoffs, owners } = check(lines);
      for (const item of new Set(handoffs.map((handoff) => handoff.item))) {
        const ofItem = handoffs.filter((handoff) => handoff.item === item);
        const given = ofItem.map(({ from, to, owner }) => ({ from, to, passed: owner === to }));
        expect(owners[item]).toBe(ownerOf(given));
      }
    }),
    { numRuns, seed },
  );
});

test('a thread that passes holds no payment that was not read back, confirmed and reported as planned', () => {
  let passed = 0;
  fc.assert(
    fc.property(brokenConversation, (lines) => {
      if (!check(lines).passes) return;
      passed += 1;
      expect(unguardedPayments(lines)).toEqual([]);
    }),
    { numRuns: numRuns * 4, seed },
  );
  expect(passed).toBeGreaterThan(numRuns / 4);
});

/** By the words of the lines alone: payments that lack what a payment needs. Simpler than the check, and no part of it. */
function unguardedPayments(lines: readonly string[]): string[] {
  const messages = [...new Set(lines)].flatMap((line) => parse(line).message ?? []);
  return messages.flatMap((dn, at) => {
    if (dn.type !== 'DN' || dn.slots['out'] === 'NOOP') return [];
    const before = messages.slice(0, at);
    const ho = before.find(({ id }) => id === dn.re);
    if (ho?.slots['ask'] !== 'PAY') return [];
    const ends = messages.filter(({ type, re }) => re === ho.id && ['DN', 'UN', 'FL'].includes(type));
    const cancels = before.filter(({ type, re, from }) => type === 'CX' && re === ho.id && from === ho.from);
    const rb = before.find(({ type, re, from, id, slots }) => {
      if (type !== 'RB' || re !== ho.id || from !== ho.to) return false;
      const answers = before.filter((an) => an.type === 'AN' && an.re === id && an.from === ho.from);
      return answers.some((an) => an.slots['val'] === 'Y' && an.slots['x_tok'] === slots['x_tok']);
    });
    const isBetween = dn.from === ho.to && dn.to === ho.from && dn.item === ho.item;
    const isAsPlanned = executed.every((slot) => {
      const [sent, heard, done] = [ho, rb, dn].map((message) => message?.slots[slot]);
      return done !== undefined && done === heard && (sent === undefined || sent === heard);
    });
    return isBetween && ends.length === 1 && cancels.length === 0 && isAsPlanned ? [] : [dn.id];
  });
}

const executed = 'sup amt cur kind acct paid ref apref'.split(' ');
