/** What differs from run to run, by how it looks: tokens, keys and hashes are drawn or computed, ages and moments pass. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/\bhbk_[A-Za-z0-9]+_[A-Za-z0-9_-]{43}/g, 'hbk_…'],
  [/\b[0-9a-f]{64}\b/g, '(hash)'],
  [
    /(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-]))(?=\S*[A-Z])(?=\S*[a-z])[A-Za-z0-9_-]{22}/g,
    '(token)',
  ],
  [/\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '(moment)'],
  [/\b\d+ (?:s|min) old\b/g, '(age) old'],
  [/@127\.0\.0\.1:\d+/g, '@127.0.0.1:(port)'],
];

/** A text with all that differs from run to run made the same: a page shows what one run printed. */
export function steady(text: string): string {
  return passing.reduce((steadied, [pattern, name]) => steadied.replace(pattern, name), text);
}
