/** A command of a page and what the page shows of it. */
export interface Command {
  readonly command: string;
  readonly output: string;
  readonly exit: number;
}

/**
 * The commands of a block: each begins with `$ `, goes on where its line ends in a backslash, a pipe, an open quote or an
 * open here-document, and is followed by its output. `(exit code 1)` behind the output is how it ended.
 */
export function commandsOf(text: string): readonly Command[] {
  const rows = text.split('\n');
  const found: Command[] = [];
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] as string;
    if (!first.startsWith('$ ')) throw new Error(`a command begins with "$ ": ${first}`);
    let command = first.slice(2);
    for (at++; at < rows.length && isOpen(command); at++) command += `\n${rows[at]}`;
    const output: string[] = [];
    for (; at < rows.length && !(rows[at] as string).startsWith('$ '); at++) output.push(rows[at] as string);
    const last = /^\(exit code (\d+)\)$/.exec(output.at(-1) ?? '');
    if (last !== null) output.pop();
    found.push({ command, output: output.join('\n').trimEnd(), exit: Number(last?.[1] ?? 0) });
  }
  return found;
}

function isOpen(command: string): boolean {
  if (/(?:\\|\||&&)$/.test(command)) return true;
  const document = /<<'(\w+)'/.exec(command)?.[1];
  if (document !== undefined) return !command.endsWith(`\n${document}`);
  return (withoutQuoted(command).match(/['"]/) ?? []).length > 0;
}

function withoutQuoted(command: string): string {
  return command.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, '');
}

const harmless = [
  'hearback',
  'npx hearback',
  'node',
  'printf',
  'echo',
  'cat',
  'cut',
  'head',
  'grep',
  'ls',
  'mkdir',
];

/** Programs that a block may not run: it reads and writes its own folder, nothing else. */
export function foreignTo(command: string): readonly string[] {
  const bare = withoutQuoted(command.replace(/<<'(\w+)'.*\n\1$/s, '').replace(/\\\n/g, ' '));
  const programs = bare.split(/\|\|?|&&|;|\$\(/).map((part) => part.trim());
  return programs.filter(
    (part) => part !== '' && !harmless.some((one) => part === one || part.startsWith(`${one} `)),
  );
}
