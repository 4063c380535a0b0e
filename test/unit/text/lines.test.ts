import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, splitLines, type TextLine } from '../../../src/text/lines.ts';
import { longestLine } from '../../../src/text/words.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = (input: Uint8Array): string[] => linesOf(input).map(({ text }) => text);

function pushed(input: Uint8Array, sizes: readonly number[]): TextLine[] {
  const splitter = splitLines();
  const found: TextLine[] = [];
  const reused = new Uint8Array(input.length);
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    const piece = input.subarray(at, at + size);
    reused.set(piece);
    found.push(...splitter.push(reused.subarray(0, piece.length)));
    reused.fill(0x58);
    at += size;
  }
  return [...found, ...splitter.end()];
}

describe('splitting a stream into lines', () => {
  test('splits at LF and nowhere else', () => {
    expect(texts(bytes('a\u2028b\u0085c\vd\re\nf'))).toEqual(['a\u2028b\u0085c\vd\re', 'f']);
  });

  test('takes a CR before the LF as part of the line end, and no other CR', () => {
    expect(texts(bytes('a\r\nb\r\r\nc\r'))).toEqual(['a', 'b\r', 'c\r']);
  });

  test('skips one byte order mark, at the start only', () => {
    expect(texts(bytes('\uFEFFa\n\uFEFFb'))).toEqual(['a', '\uFEFFb']);
    expect(texts(bytes('\uFEFF\uFEFFa'))).toEqual(['\uFEFFa']);
  });

  test('skips blank lines and comments, and counts them', () => {
    expect(linesOf(bytes('\n  \n# note\nRW1\n\n x \n'))).toEqual([
      { number: 4, text: 'RW1', isUtf8: true },
      { number: 6, text: ' x ', isUtf8: true },
    ]);
  });

  test('does not skip a line whose only content is a tab or a no-break space', () => {
    expect(texts(bytes('\t\n\u00a0\n'))).toEqual(['\t', '\u00a0']);
  });

  test('tells of bytes that are no UTF-8 on their own line and keeps the others', () => {
    const input = new Uint8Array([...bytes('good\nba'), 0xff, ...bytes('d\ngööd\n'), 0xc3]);
    expect(linesOf(input)).toEqual([
      { number: 1, text: 'good', isUtf8: true },
      { number: 2, text: 'ba\uFFFDd', isUtf8: false },
      { number: 3, text: 'gööd', isUtf8: true },
      { number: 4, text: '\uFFFD', isUtf8: false },
    ]);
  });

  test('refuses the UTF-8 form of a surrogate and an overlong form', () => {
    const input = new Uint8Array([0xed, 0xa0, 0x80, 0x0a, 0xc0, 0xaf]);
    expect(linesOf(input).map(({ isUtf8 }) => isUtf8)).toEqual([false, false]);
  });

  test('gives nothing for nothing', () => {
    expect(linesOf(bytes(''))).toEqual([]);
    expect(linesOf(bytes('\n\n'))).toEqual([]);
  });

  test.each(['x', 'é', '€', '😀'])('keeps a longest line of %s whole, whatever the chunks', (character) => {
    const line = character.repeat(longestLine);
    const input = bytes(`${line}\r\n${line}`);
    expect(pushed(input, [1000]).map(({ text }) => text)).toEqual([line, line]);
  });

  test.each(['x', 'é', '€', '😀', ' '])(
    'keeps only the start of a longer line of %s, still too long',
    (character) => {
      const input = bytes(`${character.repeat(200_000)}\nafter`);
      const [long, after] = pushed(input, [777]);
      expect([...(long?.text ?? '')]).toHaveLength(longestLine + 1);
      expect(long?.isUtf8).toBe(true);
      expect(after).toEqual({ number: 2, text: 'after', isUtf8: true });
      expect(linesOf(input)).toEqual([long, after]);
    },
  );

  test('does not skip an overlong run of blanks, whose end was not kept', () => {
    expect(linesOf(bytes(`${' '.repeat(90_000)}RW1 HO`))).toHaveLength(1);
  });

  test('finds the same lines however the bytes are cut into chunks', () => {
    const piece = fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      '\uFEFF',
      '#',
      ' ',
      'RW1 HO a-1',
      'é',
      '😀',
      '\u2028',
      'x'.repeat(40_000),
    );
    const part = fc.oneof(
      piece.map(bytes),
      fc.constant(new Uint8Array([0xff])),
      fc.constant(new Uint8Array([0xc3])),
    );
    const stream = fc
      .array(part, { maxLength: 20 })
      .map((parts) => new Uint8Array(parts.flatMap((bits) => [...bits])));
    const sizes = fc.array(fc.constantFrom(1, 2, 3, 7, 100, 30_000), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(stream, sizes, (input, cut) => {
        expect(pushed(input, input.length > 1000 ? cut.map((size) => size * 331) : cut)).toEqual([
          ...linesOf(input),
        ]);
      }),
      { numRuns: 300 },
    );
  });
});
