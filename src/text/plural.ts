/** How many of what there are, as one says it: `1 line`, `2 lines`. */
export function plural(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}
