import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOf } from '../../../src/text/characters.ts';
import { columnOf, frame } from '../../../src/text/frame.ts';
import { quoted } from '../../../src/text/span.ts';

const spanOf = (line: string, part: string): { start: number; end: number } => {
  const start = line.indexOf(part);
  return { start, end: start + part.length };
};

const drawn = (line: string, part: string, width?: number): readonly string[] => {
  const { text, carets } = frame(line, spanOf(line, part), width);
  return [text, carets];
};

test('puts carets under the word', () => {
  expect(drawn('RW1 ST a-1 pct=101', 'pct=101')).toEqual(['RW1 ST a-1 pct=101', '           ^^^^^^^']);
});

test('counts columns by code point', () => {
  expect(columnOf('😀 x=1', spanOf('😀 x=1', 'x=1'))).toBe(3);
});

test('gives wide characters two columns and combining marks none', () => {
  expect(drawn('日本 x=1', 'x=1')).toEqual(['日本 x=1', '     ^^^']);
  expect(drawn('😀 x=1', 'x=1')).toEqual(['😀 x=1', '   ^^^']);
  expect(drawn('e\u0301 x=1', 'x=1')).toEqual(['e\u0301 x=1', '  ^^^']);
});

test('shows what cannot be seen as its code point, with the carets still in place', () => {
  expect(drawn('a\tb x=\u202e1', 'x=\u202e1')).toEqual([
    'a\\u{0009}b x=\\u{202E}1',
    '           ^^^^^^^^^^^',
  ]);
});

test('shows a combining mark that is meant alone as its code point, so that the caret has where to stand', () => {
  expect(drawn('ref=r\u0301x', '\u0301')).toEqual(['ref=r\\u{0301}x', '     ^^^^^^^^']);
});

test('marks the end of the line when the span lies behind it', () => {
  expect(frame('RW1', { start: 3, end: 3 })).toEqual({ column: 4, text: 'RW1', carets: '   ^' });
});

test('marks one character when the span is empty', () => {
  expect(frame('RW1 HO', { start: 4, end: 4 }).carets).toBe('    ^');
});

test('cuts a long line around the span and says so', () => {
  const line = `${'a'.repeat(200)} x=1 ${'b'.repeat(200)}`;
  const { text, carets, column } = frame(line, spanOf(line, 'x=1'), 40);
  expect(text).toBe(`…${'a'.repeat(11)} x=1 ${'b'.repeat(22)}…`);
  expect(carets).toBe('             ^^^');
  expect(column).toBe(202);
});

test('looks at a long line around the span only', () => {
  const line = `${'a'.repeat(3_000_000)}x=1${'\u0301'.repeat(3_000_000)}`;
  const { text, carets, column } = frame(line, spanOf(line, 'x=1'), 40);
  expect([column, carets]).toEqual([3_000_001, `${' '.repeat(36)}^^^`]);
  expect(text).toMatch(/^…a{35}x=1\u0301+…$/);
});

test('cuts nothing that fits', () => {
  expect(drawn('x'.repeat(100), 'x', 100)[0]).toBe('x'.repeat(100));
});

test('never prints a character that hides or turns text, never more than the width, and always a caret', () => {
  const hostile = fc.constantFrom(
    '\x1b',
    '\u202e',
    '\u200b',
    '\n',
    '\u2028',
    '\ud800',
    '日',
    'e\u0301',
    '😀',
    'x',
    ' ',
  );
  const lines = fc.array(hostile, { maxLength: 200 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(lines, fc.nat(200), fc.nat(200), (line, a, b) => {
      const { text, carets } = frame(line, { start: Math.min(a, b), end: Math.max(a, b) }, 60);
      expect([...text].filter((character) => faultOf(character.codePointAt(0) ?? 0) !== undefined)).toEqual(
        [],
      );
      expect(carets.length).toBeLessThanOrEqual(60);
      expect(carets).toMatch(/^ *\^+$/);
    }),
  );
});

test('the text over the carets is the text under the span', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', '='), minLength: 3, maxLength: 300 });
  fc.assert(
    fc.property(line, fc.nat(299), (text, at) => {
      const start = at % text.length;
      const span = { start, end: Math.min(text.length, start + 3) };
      const cut = frame(text, span, 50);
      const from = cut.carets.indexOf('^');
      expect(cut.text.slice(from, cut.carets.length)).toBe(quoted(text, span));
    }),
  );
});
