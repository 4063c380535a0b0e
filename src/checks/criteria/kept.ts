import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type Criteria, readCriteria, repeatedSingles } from './criteria.ts';

/**
 * Reads the criteria that the sender kept to itself: `len:120w+must:monday-problem`, or an array of such texts; null
 * when there are none to give. Throws `usage/kept-empty` for empty ones, `usage/kept-form` for an element that is no
 * `key:value`, `usage/kept-twice` for a single-valued key named twice (6.2 R28, R32).
 */
export function readKept(
  kept: string | readonly string[] | null | undefined,
  vocabulary: Vocabulary,
): Criteria | null {
  if (kept === undefined || kept === null) return null;
  const texts: readonly unknown[] = Array.isArray(kept) ? kept : [kept];
  if (texts.length === 0 || texts.every((text) => text === '')) {
    throw new UsageError(
      'usage/kept-empty',
      'the kept criteria are empty: leave them out, or give key:value',
    );
  }
  const acc = texts.flatMap((text) => (typeof text === 'string' ? text.split('+') : [refuse(text)]));
  for (const element of acc) if (!/^[A-Za-z][A-Za-z0-9_]*:./su.test(element)) refuse(element);
  const criteria = readCriteria({ acc }, vocabulary);
  const [twice] = repeatedSingles(criteria, vocabulary);
  if (twice !== undefined) {
    const both = twice.map(({ written }) => shown(written)).join(' and ');
    throw new UsageError('usage/kept-twice', `the kept criteria name one value each for a key, not ${both}`);
  }
  return criteria;
}

function refuse(element: unknown): never {
  throw new UsageError('usage/kept-form', `the kept criterion "${shown(element)}" is not key:value`);
}
