import type { Sought } from './evidence.ts';
import type { SearchedPart } from './source.ts';
import { doubtOfColumn, type Occurrence, withDoubt } from './written/index.ts';

/**
 * What stands in a cell of a table, with the doubts that come of the table: a formula shows something else than it is,
 * the name of its column may say of an amount that it is another, and an amount of a feed fills its cell.
 */
export function inCell(
  { text, cell, isDirected }: SearchedPart,
  { base, value }: Sought,
  found: readonly Occurrence[],
): readonly Occurrence[] {
  if (cell === undefined || found.length === 0) return found;
  const isFormula = /^\s*[=@]/.test(text);
  const isCredited = isDirected !== true && !value.startsWith('-');
  const ofColumn = base === 'money' ? doubtOfColumn(cell.column, isCredited) : null;
  return found.map((one) => {
    const isPart = base === 'money' && isDirected === true && !fills(text, one);
    const doubt = isFormula ? 'stands in a formula' : (ofColumn ?? (isPart ? 'its cell says more' : null));
    return withDoubt(one, doubt);
  });
}

/** Whether a cell says nothing but an amount, with its sign and its currency. */
function fills(text: string, { span }: Occurrence): boolean {
  const rest = `${text.slice(0, span.start)} ${text.slice(span.end)}`;
  return /^[\s()+−-]*(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})?[\s()+−-]*(?:CR|DR)?\s*$/u.test(rest);
}
