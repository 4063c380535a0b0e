/** Columns that the report is set in. */
export const width = 100;

/** Colours a word for people; does nothing when standard output is no terminal, or NO_COLOR is set. */
export interface Paint {
  (text: string, style: 'good' | 'bad' | 'dim' | 'bold'): string;
  readonly on: boolean;
}

const codes = { good: 32, bad: 31, dim: 2, bold: 1 } as const;

/** A `Paint` for the stream that the report is written to. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  const on = stream.isTTY === true && !environment['NO_COLOR'];
  const paint = (text: string, style: keyof typeof codes): string =>
    on ? `\x1b[${codes[style]}m${text}\x1b[0m` : text;
  return Object.assign(paint, { on });
}

/** A heading, with a rule to the right margin. */
export function heading(text: string, paint: Paint): string {
  return `\n${paint(text, 'bold')} ${paint('-'.repeat(width - text.length - 1), 'dim')}\n`;
}

/** A row of cells, each as wide as its column; the last one may run on. Negative widths align right. */
export function row(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const size = widths[column] ?? 0;
      return size < 0 ? cell.padStart(-size) : cell.padEnd(size);
    })
    .join('  ')
    .trimEnd();
}

/** A text in lines of at most `width` columns, the first behind `label`, the others indented as far. */
export function wrap(text: string, label = '  '): string {
  const lines = [label];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const isFull = line.length + 1 + word.length > width && line.trim() !== '';
    if (isFull) lines.push(' '.repeat(label.length) + word);
    else lines[lines.length - 1] = line.endsWith(' ') ? line + word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/** `1 payment`, `3 payments`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
