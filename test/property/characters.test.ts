import { expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';

// What the spec says of characters (2 R5 to R7), as expressions: simpler than the codec's own tables.
const never = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const notInValues =
  /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2028\u2029\u2800\u3164\u115f\u1160]/u;
const notInTails = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const toldInTails = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u3164\u115f\u1160]/u;

/** Planes that hold characters, every code point; the others by a stride. */
function* codePoints(): Generator<number> {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const plane = codePoint >> 16;
    if (plane <= 3 || plane === 14 || codePoint % 89 === 0) yield codePoint;
  }
}

/** What somebody might take for a letter or a digit, and all of the first plane. */
function* letterCodePoints(): Generator<number> {
  for (const codePoint of codePoints()) {
    const isLetter = /[\p{Script=Latin}\p{N}]/u.test(String.fromCodePoint(codePoint));
    if (codePoint > 0x7e && (codePoint <= 0xffff || isLetter || codePoint % 97 === 0)) yield codePoint;
  }
}

/** The words of a line that carry an error, as `key` or the word itself. */
function refusedWords(line: string): Set<string> {
  const refused = new Set<string>();
  for (const { severity, at } of parse(line).diagnostics) {
    if (severity !== 'error' || !at) continue;
    const start = line.lastIndexOf(' ', at.span.start) + 1;
    const word = line.slice(start).split(/[ =]/)[0] ?? '';
    refused.add(word);
  }
  return refused;
}

test('a value that no act runs with takes every character that can be seen, and no other', () => {
  const wrong: string[] = [];
  for (const codePoint of codePoints()) {
    const character = String.fromCodePoint(codePoint);
    const line = `RW1 ST a-1 from=a to=b item=x${character}y x_k=x${character}y`;
    const isRefused = parse(line).message === null;
    if (isRefused !== notInValues.test(character)) wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('a tail takes all but controls and directional overrides, and tells what cannot be seen', () => {
  const wrong: string[] = [];
  for (const codePoint of codePoints()) {
    const character = String.fromCodePoint(codePoint);
    const { message, diagnostics } = parse(`RW1 ST a-1 from=a to=b item=x // x${character}y`);
    const isRefused = notInTails.test(character);
    const isTold = isRefused || toldInTails.test(character);
    if ((message === null) !== isRefused || diagnostics.length > 0 !== isTold)
      wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('a value that an act runs with is printable ASCII, character for character', () => {
  const slots = ['sup', 'acct', 'ref', 'apref', 'addr', 'prev'];
  const wrong: string[] = [];
  for (const codePoint of codePoints()) {
    if (codePoint === 0x20) continue; // ends the value, and leaves a word that is no slot
    const character = String.fromCodePoint(codePoint);
    const line = `RW1 RB a-1 p=pay ${slots.map((slot) => `${slot}=x${character}y`).join(' ')}`;
    const refused = refusedWords(line);
    const isPrintable = codePoint > 0x20 && codePoint < 0x7f;
    if (slots.some((slot) => refused.has(slot) === isPrintable)) wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
});

// One character of each value, in brackets, is exchanged for another.
const closed = {
  core: 'from=a[b] to=[b]c alt=a[b] keep=x+[y] re=a-[1] item=x',
  pay: `from=paye[r] to=[a]uditor keep=payer+au[d]itor re=payer-[1] ctx=payer-1+payer-[2] ask=PA[Y] due=2026100[2]
    exp=20261002T120[0]Z pri=[1] conf=[M] rb=ex[e]c keys=le[n] pct=[1] h=33b21214120[8] retry=[Y] amt=[5].00 net=5.[0]0
    n=[1]2 paid=2026[1]002 need=NU[M] out=O[K] cur=GB[P] flag=DUP+C[N] why=DU[P] next=FI[X] blk=x`,
  clin: 'act=OB[S] freq=OD+B[D] res=1[2]0/80 n=[1]',
  deploy: 'down=[Y] env=PRO[D] state=U[P]',
  pform: 'stall=[3]d imp=[1]0 touch=2026100[2] asg=TR[I]',
};

test.each(Object.entries(closed))(
  'no closed type of %s takes a letter or digit from elsewhere',
  (profile, template) => {
    const slots = template.split(/\s+/).filter((slot) => slot.includes('['));
    const lineOf = (change: (bracketed: string) => string): string =>
      `RW1 RB a-1 p=${profile} ${slots.map((slot) => slot.replace(/\[(.)\]/, (_, one) => change(one))).join(' ')}`.replace(
        ' p=core',
        '',
      );
    const keys = slots.map((slot) => slot.split('=')[0] ?? '');
    expect(keys.filter((key) => refusedWords(lineOf((one) => one)).has(key))).toEqual([]);
    const wrong: string[] = [];
    for (const codePoint of letterCodePoints()) {
      const refused = refusedWords(lineOf(() => String.fromCodePoint(codePoint)));
      const passed = keys.filter((key) => !refused.has(key));
      if (passed.length > 0) wrong.push(`${codePoint.toString(16)} ${passed}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('no control, line separator or half character passes anywhere on a line', () => {
  const line = 'RW1 HO a-1 from=a to=b item=x ask=FIX x_k=v // tail';
  const wrong: string[] = [];
  for (const codePoint of codePoints()) {
    const character = String.fromCodePoint(codePoint);
    if (!never.test(character)) continue;
    for (let at = 0; at <= line.length; at++) {
      const isLineEnd = codePoint === 0x0a && at === line.length;
      const { message } = parse(line.slice(0, at) + character + line.slice(at));
      if ((message !== null) !== isLineEnd) wrong.push(`${codePoint.toString(16)} at ${at}`);
    }
  }
  expect(wrong).toEqual([]);
});
