import { rules as lineRules } from '../codec/line-rules.ts';
import type { Parsed } from '../codec/parsed.ts';
import { rules as slotRules } from '../codec/slot-rules.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';
import { quoted } from '../text/span.ts';

/** Why a line is declined, and the words for the tail. */
export interface Refusal {
  readonly why: 'SCOPE' | 'VER' | 'UNK';
  readonly tail: string;
}

/** Why code declines a line whatever it says: addressed to another, other version, unknown type or code (spec 6.7). */
export function refusalFor({ heard, diagnostics }: Parsed, as: string): Refusal | null {
  if (heard.to !== null && heard.to !== as)
    return { why: 'SCOPE', tail: `addressed to ${heard.to}, not to ${as}` };
  for (const why of ['VER', 'UNK'] as const) {
    const named = diagnostics.filter(({ code }) => table[code]?.why === why).map(wordOf);
    const what = why === 'VER' ? 'unsupported version' : 'unknown code';
    if (named.length > 0) return { why, tail: `${what} ${[...new Set(named)].join(', ')}` };
  }
  return null;
}

const table: Rules = { ...lineRules, ...slotRules };

/** The word that a finding is about, with what cannot be seen made visible: it is quoted in a line of ours. */
function wordOf({ at }: Diagnostic): string {
  return at === undefined ? '' : shown(quoted(at.line, at.span));
}

const longestTail = 300;

/** The text as a tail that is one: escaped, at most 300 code points, without a blank at its end. */
export function tailFrom(text: string): string {
  const points = [...text];
  return points.length <= longestTail ? text : `${points.slice(0, longestTail - 1).join('')}…`;
}
