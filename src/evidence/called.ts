import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { written } from '../codec/value.ts';
import type { SumRule } from '../vocabulary/profile-data.ts';
import type { Named } from './derive.ts';
import type { Evidence } from './evidence.ts';
import { isLabel, labelBefore } from './labels.ts';
import type { SearchedPart } from './source.ts';
import { heldAgainst, plain } from './written/index.ts';

/** Slot -> the words by which a source calls its amounts. */
type Labels = Readonly<Record<string, readonly string[]>>;

/**
 * Evidence, with an amount of a sum doubtful where the sources call it another of that sum wherever they say it (`VAT
 * 4,500.00` is no net), and a total where they call another amount so as well, as a correction does. The words are the
 * profile's.
 */
export function heldToLabels(
  message: AnyMessage,
  named: readonly Named[],
  evidence: readonly Evidence[],
): readonly Evidence[] {
  const { profile } = vocabularyOf(message);
  const sum = profile?.sums?.find((one) => isOf(one, message));
  if (sum === undefined) return evidence;
  const labels = profile?.evidence?.labels ?? {};
  const called = named.flatMap(({ here }) => here.parts.flatMap((part) => calledIn(part, labels)));
  const own = new Set([sum.total, ...sum.parts].flatMap((slot) => sizeOf(message, slot)));
  return evidence.map((one) => {
    const doubt = isOwn(one, sum) ? doubtOf(one, called, one.slot === sum.total ? own : null) : null;
    return doubt === null || one.found === null
      ? one
      : { ...one, standing: 'doubtful', found: { ...one.found, doubt } };
  });
}

function isOf({ on, when = {} }: SumRule, { type, slots }: AnyMessage): boolean {
  const isSaid = ([slot, values]: readonly [string, readonly (string | null)[]]): boolean => {
    const value = slots[slot];
    return values.includes(value === undefined ? null : written(value));
  };
  return on?.includes(type) !== false && Object.entries(when).every(isSaid);
}

function isOwn({ slot, standing }: Evidence, { total, parts }: SumRule): boolean {
  return (standing === 'found' || standing === 'unsigned') && [total, ...parts].includes(slot);
}

/** The value of a slot without its sign and its needless zeros, if it has one. */
function sizeOf({ slots }: AnyMessage, slot: string): readonly string[] {
  const value = slots[slot];
  return value === undefined ? [] : [plainSize(written(value))];
}

function plainSize(value: string): string {
  return plain(value).replace('-', '');
}

/** An amount, and the slot whose label stands right before it; null for one that none does. */
interface Called {
  readonly size: string;
  readonly slot: string | null;
  readonly before: string;
  /** Nothing that stands there makes it doubtful. */
  readonly isCertain: () => boolean;
}

function doubtOf(
  { slot, value }: Evidence,
  called: readonly Called[],
  ofLine: ReadonlySet<string> | null,
): string | null {
  const size = plainSize(value);
  const here = called.filter((one) => one.size === size);
  const others = here.filter((one) => one.slot !== null && one.slot !== slot);
  if (here.length > 0 && others.length === here.length) return `is called ${others[0]?.before}`;
  if (ofLine === null) return null;
  const rival = called.find((one) => one.slot === slot && !ofLine.has(one.size) && one.isCertain());
  return rival === undefined ? null : `${rival.before} is ${rival.size} there as well`;
}

function calledIn(part: SearchedPart, labels: Labels): readonly Called[] {
  const { text } = part;
  return part.figures().flatMap(({ outer, amount, span, beside }): Called[] => {
    const [reading] = amount?.readings ?? [];
    const isAmount = /[.,]\d{2}$/.test(text.slice(span.start, span.end)) && amount?.isMarked === true;
    if (!isAmount || reading === undefined) return [];
    const before = nameOf(labelBefore(text, outer.start));
    const isCertain = (): boolean => {
      const place = { span, doubt: reading.doubt ?? beside(true), unsigned: false };
      const [held] = heldAgainst([...part.doubtful(), ...(part.unsure ?? [])], [place]);
      return held?.doubt === null;
    };
    return [{ size: plainSize(reading.value), slot: slotOf(before, labels), before, isCertain }];
  });
}

/** The words right before an amount, without rates and brackets: what it is called. */
function nameOf(label: string): string {
  const words = label.replaceAll(/[([][^()[\]]*[)\]]|(?:(?:at|@) )?\d[\d.,]* ?%/g, ' ');
  return (/[\p{L}\s.,'’-]*[:=\s]*$/u.exec(words)?.[0] ?? '')
    .replaceAll(/[:=\s]+/g, ' ')
    .trim()
    .replace(verb, '');
}

/** What may stand between a name and its amount. */
const verb = /(?: (?:is|are|now|of|to|comes|amounts|for)){1,3}$/iu;

/** Words behind which a label names what is or is not in the amount: `total incl. VAT`. */
const within =
  /(?<!\p{L})(?:incl\w*|excl\w*|ex|inc|plus|before|without|after|less|of|and|inkl|ohne|zzgl|hors)\.? \S+$/iu;

/** The slot one of whose labels ends a name, unless it only says what is in the amount, or a name of two slots. */
function slotOf(name: string, labels: Labels): string | null {
  if (within.test(name)) return null;
  const ending = Object.entries(labels).filter(([, words]) => words.some((word) => endsWith(name, word)));
  const [only, other] = ending;
  if (only === undefined || other !== undefined) return null;
  const isOther = Object.entries(labels).some(([slot, words]) => slot !== only[0] && isLabel(name, words));
  return isOther ? null : only[0];
}

function endsWith(name: string, label: string): boolean {
  return isLabel(name.slice(-label.length), [label]) && isLabel(name, [label]);
}
