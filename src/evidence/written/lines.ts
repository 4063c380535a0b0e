import type { Span } from '../../text/span.ts';
import { type Occurrence, spanAt } from './occurrence.ts';

/** Lines of which not everything that is written there is also said by whoever wrote the text. */
interface Doubtful {
  readonly spans: readonly Span[];
  readonly doubt: string;
}

interface Kind {
  /** Whether a text has such lines at all; looked for once. */
  readonly sign: RegExp;
  readonly isLine: (line: string) => boolean;
  readonly doubt: string;
}

/** Controls that turn the order in which characters are shown. */
const turning = /[\u061c\u200f\u202b\u202d\u202e\u2067]/;
/** Strokes over the character before them. */
const striking = /[\u0335-\u0338\u20d2\u20d3\u20e5\u20e6\u20ea\u20eb]/;
const quoting = /^[ \t]*>/;

const kinds: readonly Kind[] = [
  {
    sign: turning,
    isLine: (line) => turning.test(line),
    doubt: 'is shown in another order than it is written in',
  },
  {
    sign: striking,
    isLine: (line) => striking.test(line),
    doubt: 'stands beside characters that are struck',
  },
  { sign: /^[ \t]*>/m, isLine: (line) => quoting.test(line), doubt: 'is quoted from another mail' },
];

/** What begins the mail that one answers to, written under it: it may say what was, and no longer is. */
const reply =
  /^(?:-{2,} ?(?:original message|original-nachricht|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale) ?-{2,}|(?:on|am|le|el|il|op|den|em) [^\n]{4,160}\n?[^\n]{0,80}(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu)[^\n]{0,60}:[ \t\r]*$|(?:from|von|de): [^\n]+\n(?:sent|gesendet|envoyé|enviado)[ \t]*: )/imu;

/** The lines of a text that are doubtful as a whole, by the reason for it. */
export function doubtfulLines(text: string): readonly Doubtful[] {
  const found = kinds.flatMap(({ sign, isLine, doubt }): Doubtful[] =>
    sign.test(text) ? [{ spans: linesOf(text, isLine), doubt }] : [],
  );
  const start = reply.exec(text)?.index;
  if (start === undefined) return found;
  return [
    ...found,
    { spans: [{ start, end: text.length }], doubt: 'stands in the mail that this one answers' },
  ];
}

/** Occurrences, those of which some part lies in a doubtful piece with the doubt. */
export function heldAgainst(
  pieces: readonly Doubtful[],
  found: readonly Occurrence[],
): readonly Occurrence[] {
  if (pieces.length === 0) return found;
  return found.map((one) => {
    const piece = pieces.find(({ spans }) => (spanAt(spans, one.span.end - 1)?.end ?? -1) > one.span.start);
    return piece === undefined ? one : { ...one, doubt: piece.doubt };
  });
}

function linesOf(text: string, isLine: (line: string) => boolean): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (isLine(line)) lines.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return lines;
}
