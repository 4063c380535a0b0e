import { escaped } from '../text/shown.ts';

/** A headed part of the legend; nothing when it has no rows. */
export function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows];
}

/** A name and what it means. */
export function glossed(name: string, meaning: string): string {
  return `${name} ${words(meaning)}`.trim();
}

/** A profile's own words, without the marks that the legend's rows are made of. */
export function words(meaning: string): string {
  return plain(meaning).replaceAll(';', ',').replaceAll('(', '[').replaceAll(')', ']').trim();
}

/** A profile's own text on one row, with whatever cannot be seen written as its code point. */
export function plain(text: string): string {
  return escaped(text.replace(/\s+/g, ' '));
}
