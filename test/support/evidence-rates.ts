import fc from 'fast-check';
import { parse } from '../../src/codec/index.ts';
import { checkSources } from '../../src/evidence/check-src.ts';
import { sourcesOf } from '../../src/evidence/source.ts';
import { type Invoice, lineOf, misreadings, type Written, written } from './invoices.ts';

/** How often check-src was wrong over documents and misread lines. */
export interface Rates {
  readonly documents: number;
  /** Right lines that were refused, and right lines with a doubt. */
  readonly alarms: readonly string[];
  readonly doubts: number;
  readonly misread: number;
  /** Misread lines that passed without an error. */
  readonly misses: readonly string[];
}

/** Runs check-src over documents, each with its line and with a misreading of it. */
export function ratesOf(documents: number, seed: number): Rates {
  const cases = fc.sample(fc.tuple(written, misreadings), { numRuns: documents, seed });
  const alarms: string[] = [];
  const misses: string[] = [];
  let doubts = 0;
  let misread = 0;
  for (const [document, misreading] of cases) {
    const right = verdictOn(document.line, document);
    if (!right.passes) alarms.push(`${document.line}\n${document.text}`);
    else if (right.diagnostics.some(({ severity }) => severity === 'warning')) doubts += 1;
    const wrong = misreading(document.invoice);
    if (isSaid(wrong, document)) continue;
    misread += 1;
    const line = lineOf(wrong);
    if (verdictOn(line, document).passes) misses.push(`${line}\n${document.text}`);
  }
  return { documents, alarms, doubts, misread, misses };
}

export function verdictOn(line: string, { text }: Written): ReturnType<typeof checkSources> {
  const sources = sourcesOf([
    { pointer: 'email:1', title: 'invoice', unread: [], parts: [{ name: 'text', text }] },
  ]);
  return checkSources({ lines: [parse(line)], sources });
}

/** A misreading that changes nothing, or happens to say what the document says somewhere. */
function isSaid(wrong: Invoice, { invoice, text }: Written): boolean {
  if (lineOf(wrong) === lineOf(invoice)) return true;
  const plain = text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return (['net', 'vat'] as const).some(
    (slot) =>
      wrong[slot] !== invoice[slot] &&
      plain.includes(String(wrong[slot])) &&
      plain.includes(String(wrong.net + wrong.vat)),
  );
}
