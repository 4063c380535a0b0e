import { type Figure, figureOccurrences } from './figures.ts';
import type { Occurrence } from './occurrence.ts';

/** Units of what is measured out, each with the other ways to write it. */
const units: Readonly<Record<string, string>> = {
  mg: 'mgs|milligrams?',
  g: 'gm|gms|grams?',
  kg: 'kilograms?',
  mcg: 'µg|μg|ug|micrograms?',
  ml: 'mls|millilit(?:re|er)s?',
  l: 'lit(?:re|er)s?',
  iu: 'international units?',
  u: 'units?',
  mmol: 'millimoles?',
  tab: 'tabs|tablets?',
  cap: 'caps|capsules?',
  puff: 'puffs',
  drop: 'drops',
};

const written = /^(\d+(?:\.\d+)?)([a-zµμ]+)$/i;
const any = new RegExp(`\\d ?(?:${Object.entries(units).flat().join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** The number and the unit of a measure as a line writes it, `2.5mg`; null for what is none. */
function measureOf(value: string): { readonly number: string; readonly unit: RegExp } | null {
  const [, number = '', name = ''] = written.exec(value) ?? [];
  if (name === '') return null;
  const unit = Object.entries(units)
    .find(([one, others]) => isUnit(name, `${one}|${others}`))
    ?.flat()
    .join('|');
  return unit === undefined
    ? null
    : { number, unit: new RegExp(`^[ \\u00a0\\u202f-]?(?:${unit})(?![\\p{L}\\p{N}])`, 'iu') };
}

function isUnit(name: string, forms: string): boolean {
  return new RegExp(`^(?:${forms})$`, 'iu').test(name);
}

export function isMeasure(value: string): boolean {
  return measureOf(value) !== null;
}

/** Whether a text measures something out, whatever and how much. */
export function holdsMeasure(text: string): boolean {
  return any.test(text);
}

/** Where a text says a number with its unit: neither `25 mg` nor `2.5 g` is `2.5mg`. */
export function measureOccurrences(
  text: string,
  figures: readonly Figure[],
  value: string,
): readonly Occurrence[] {
  const measure = measureOf(value);
  if (measure === null) return [];
  return figureOccurrences(figures, measure.number).flatMap((one): Occurrence[] => {
    const unit = measure.unit.exec(text.slice(one.span.end, one.span.end + 24))?.[0];
    return unit === undefined
      ? []
      : [{ ...one, span: { start: one.span.start, end: one.span.end + unit.length } }];
  });
}
