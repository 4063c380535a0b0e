import { readFileSync } from 'node:fs';

/** A row of VERDICTS.md: a design, and what Spin says of it. */
export interface Configuration {
  readonly name: string;
  /** Flags of the compiler: the switches of rw1.pml. */
  readonly switches: readonly string[];
  /** States that the search stores, which is the same on every machine. */
  readonly states: number;
  /** `holds`, or `breaks I1 I3`: all that can break under -DSURVEY, the first one otherwise. */
  readonly verdict: string;
}

/** What Spin finds of a configuration. */
export type Finding = Pick<Configuration, 'states' | 'verdict'>;

const row = /^\| (\w+) \| (none|`[^`]*`) \| ([\d,]+) \| (holds|breaks(?: I\d+)+) \|$/;

/** The rows of VERDICTS.md: the page that people read is the list that is run. */
export function configurations(): readonly Configuration[] {
  const page = readFileSync(new URL('VERDICTS.md', import.meta.url), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, name, switches, states, verdict] = row.exec(line) ?? [];
    if (name === undefined || switches === undefined || states === undefined || verdict === undefined)
      return [];
    const flags = switches.match(/-\S+(?=[ `])/g) ?? [];
    return [{ name, switches: flags, states: Number(states.replaceAll(',', '')), verdict }];
  });
}

/** A finding as a row of the page. */
export function rowOf({ name, switches, states, verdict }: Configuration): string {
  const flags = switches.length === 0 ? 'none' : `\`${switches.join(' ')}\``;
  return `| ${name} | ${flags} | ${states.toLocaleString('en')} | ${verdict} |`;
}
