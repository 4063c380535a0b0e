import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../../src/codec/index.ts';
import { findLines } from '../../../src/reply/index.ts';
import { growth } from '../../support/cost.ts';
import { validLine } from '../../support/lines.ts';
import { vocabularies } from '../../support/vocabularies.ts';

const lines = fc.constantFrom(...vocabularies).chain((vocabulary) => validLine(vocabulary));
const around = fc.constantFrom<readonly [string, string]>(
  ['', ''],
  ['- ', ''],
  ['  12. ', ''],
  ['> > ', ''],
  ['\ufeff', ''],
  ['Here it is:\n\n```\n', '\n```\nGood?'],
  ['~~~ text\r\n', '\r\n~~~\r\n'],
  ['**', '**'],
  ['Two of them.\n', '\n\nThat is all.'],
);

test('finds any valid line as it stands, whatever stands around it', () => {
  fc.assert(
    fc.property(lines, around, (line, [before, after]) => {
      fc.pre(!(before === '**' && line.endsWith('**')));
      const text = `${before}${line}${after}`;
      const { lines: found, diagnostics } = findLines(text);
      expect(found.map((one) => one.line)).toEqual([line]);
      expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual([line]);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(parse(found[0]?.line ?? '').message).toEqual(parse(line).message);
    }),
    { numRuns: 1000 },
  );
});

test('gives back text under a span, and never throws, for any text', () => {
  const piece = fc.oneof(
    lines,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('`', '```', '“', '"', '\n', '> ', '- ', 'RW1 HO a-1 x=', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      for (const { line, span } of findLines(text).lines) expect(text.slice(span.start, span.end)).toBe(line);
    }),
    { numRuns: 1000 },
  );
});

test('tells the row of each finding, counted from one', () => {
  const { diagnostics } = findLines('Hello.\n\n“RW1 ST a-1 from=a to=b item=x:1”\n');
  expect(diagnostics.map(({ at }) => [at?.number, at?.span])).toEqual([
    [3, { start: 0, end: 1 }],
    [3, { start: 32, end: 33 }],
  ]);
});

test('costs no more for each character of a hostile text than of a short one', () => {
  const shapes = [
    '`',
    '` `` ',
    '>',
    '1. ',
    '"',
    'RW1',
    'RW1 HO ',
    '`RW1 HO ',
    'RW1 HO a-1-',
    '- ',
    ' a=b',
    '`RW1 HO a` ',
    '\n',
    '*_',
  ];
  for (const shape of shapes) {
    const [short, long] = [hostile(shape, 8_000), hostile(shape, 32_000)];
    const isLinear = growth(short, long, 10) < 12; // 4 is linear, 16 quadratic
    expect({ shape, isLinear }).toEqual({ shape, isLinear: true });
  }
});

function hostile(shape: string, length: number): () => void {
  const text = `RW1 HO a-1 ${shape.repeat(Math.ceil(length / shape.length))}`.slice(0, length);
  return () => {
    for (const one of [text, `x ${text}`, `\`${text}`]) findLines(one);
  };
}
