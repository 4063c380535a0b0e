import type { Source } from '../source.ts';
import { largestPart, type Reading, readText } from './reading.ts';

/** A plain-text document: line n is `doc:<id>#l<n>`, empty lines counted (6.6). Never throws. */
export function readDocument(id: string, name: string, bytes: Uint8Array): Reading {
  const text = readText(name, bytes, largestPart);
  if (typeof text !== 'string') return text;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const parts = lines.map((line, index) => ({ name: `line ${index + 1}`, text: line }));
  const source: Source = { pointer: `doc:${id}`, title: name, parts, unread: [] };
  return { sources: [source], faults: [] };
}
