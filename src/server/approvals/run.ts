import { createHash } from 'node:crypto';
import { isAboveZero } from '../../codec/decimal.ts';
import { valuesOf } from '../../ledger/approval/approved.ts';
import type { Asked } from '../../ledger/approval/asked.ts';
import { isApprovable } from '../../ledger/approval/obstacle.ts';
import { cents } from '../../ledger/policy/rules.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { namedBy, othersOf } from '../questions/challenge.ts';
import type { Subject } from '../questions/subject.ts';

/** A line of a run as a form carries it: the question, and the digest of what was shown of it. */
export interface RunLine {
  readonly question: string;
  readonly seen: string;
}

/** The code of a question that means go; null for one that has none, or to which nobody can say so. */
export function goOf(asked: Asked): string | null {
  if (!asked.isAct || !isApprovable(asked)) return null;
  return asked.options.find(({ meaning }) => meaning === 'go')?.val ?? null;
}

/** Why an act is decided on its own page and on no list; null for one that a list may have. */
export function whyAlone({ asked, beside }: Pick<Subject, 'asked' | 'beside'>): string | null {
  if (goOf(asked) === null) return asked.against.join(' ') || 'Its answers have none that means go.';
  // a total says nothing of what follows
  const differing = asked.slots.filter((one) => othersOf(one, beside).length > 0).map(({ slot }) => slot);
  if (differing.length > 0) return `${differing.join(', ')} differs from what stands beside it.`;
  const named = namedBy(asked).filter((slot) => asked.vocabulary.profile?.amounts?.[slot] === undefined);
  if (named.length > 0) return `The question itself names ${named.join(', ')}.`;
  const amounts = amountsOf(asked);
  if (amounts.length === 0) return 'It has no amount to add up.';
  const hidden = amounts.find(({ amount }) => !isAboveZero(amount));
  return hidden === undefined ? null : `A total would hide ${hidden.slot}, which is not above zero.`;
}

/** What a run amounts to, by currency and exactly. */
export interface Total {
  /** Names the field in which it is typed. */
  readonly of: string;
  readonly total: string;
}

/** The totals of acts, in order of their currencies: every amount that the profile gives a currency, added up by it. */
export function totalsOf(subjects: readonly Pick<Subject, 'asked'>[]): readonly Total[] {
  const sums = new Map<string, bigint>();
  for (const { asked } of subjects) {
    for (const { currency, amount } of amountsOf(asked))
      sums.set(currency, (sums.get(currency) ?? 0n) + cents(amount));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([of, sum]) => ({ of, total: written(sum) }));
}

function amountsOf(
  asked: Asked,
): readonly { readonly slot: string; readonly currency: string; readonly amount: string }[] {
  const values = valuesOf(asked);
  return Object.entries(asked.vocabulary.profile?.amounts ?? {}).flatMap(([slot, by]) => {
    const [amount, currency] = [values[slot], values[by]];
    return amount === undefined || currency === undefined ? [] : [{ slot, currency, amount }];
  });
}

function written(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whether what was typed is a total, with or without its thousands apart. */
export function isTotal(typed: string, { total }: Total): boolean {
  const given = typed.trim();
  return (
    given === total || (/^\d{1,3}(?:,\d{3})+(?:\.\d\d)?$/.test(given) && given.replaceAll(',', '') === total)
  );
}

/** What binds a form to the lines, and to the totals, that it was made with. */
export function linesDigest(lines: readonly RunLine[], totals: readonly Total[] = []): string {
  const text = canonicalJson([lines.map(fieldOf), totals.map(totalField)]);
  return createHash('sha256').update(text).digest('hex');
}

/** A total as the value of a field. */
export function totalField({ of, total }: Total): string {
  return `${of} ${total}`;
}

/** The total of a field's value. */
export function totalIn(field: string): Total {
  const at = field.lastIndexOf(' ');
  return { of: field.slice(0, Math.max(0, at)), total: field.slice(at + 1) };
}

/** A line as the value of a field. */
export function fieldOf({ question, seen }: RunLine): string {
  return `${question} ${seen}`;
}

/** The line of a field's value; null for a text that is none. */
export function lineIn(field: string): RunLine | null {
  const [, question, seen] = /^(\S+) ([0-9a-f]{64})$/.exec(field) ?? [];
  return question === undefined || seen === undefined ? null : { question, seen };
}
