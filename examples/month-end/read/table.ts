/** A row of a table, by the names in its first line. */
export type Row = Readonly<Record<string, string>>;

/** Reads comma-separated values without quotes, as the bank and the order book export them. */
export function readTable(text: string, file: string): readonly Row[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  const names = (head ?? '').split(',');
  return lines.map((line, index) => {
    const cells = line.split(',');
    if (cells.length !== names.length || line.includes('"')) {
      throw new Error(`${file}:${index + 2}: expected ${names.length} plain cells`);
    }
    return Object.fromEntries(names.map((name, column) => [name, cells[column] as string]));
  });
}
