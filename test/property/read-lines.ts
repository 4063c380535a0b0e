// Reads lines from a JSON array on standard input and prints what came of each; run by prototype.test.ts.
import { text } from 'node:stream/consumers';
import { canonical, fromJson, parse } from '../../src/codec/index.ts';

const lines: readonly string[] = JSON.parse(await text(process.stdin));
const outcomes = lines.map((line) => {
  const { message, diagnostics } = line.startsWith('{') ? fromJson(line) : parse(line);
  return { codes: diagnostics.map(({ code }) => code), canonical: message && canonical(message) };
});
process.stdout.write(JSON.stringify({ outcomes, polluted: Object.keys(Object.prototype) }));
