/** A line of the agents, and when it is said. */
export interface Cue {
  readonly at: string;
  readonly line: string;
  readonly file: string;
  readonly number: number;
}

/** Reads a file of lines; a comment `# clock 20261030T1000Z` says when the lines below it are said. */
export function readScript(text: string, file: string): readonly Cue[] {
  const cues: Cue[] = [];
  let at: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    at = /^# clock (\S+)$/.exec(line)?.[1] ?? at;
    if (line === '' || line.startsWith('#')) continue;
    if (at === undefined) throw new Error(`${file}:${index + 1}: a line before the first "# clock"`);
    cues.push({ at, line, file, number: index + 1 });
  }
  return cues;
}
