import { count, heading, type Paint, wrap } from './layout.ts';
import type { Story } from './story.ts';

/** How much of what the lines say stands in the documents that they name. */
export function evidenceSection({ evidence }: Story, paint: Paint): string {
  const values = evidence.lines.flatMap((line) => line.evidence);
  const standing = (...wanted: readonly string[]): number =>
    values.filter((value) => wanted.includes(value.standing)).length;
  const lines = evidence.lines.filter((line) => line.evidence.length > 0).length;
  return [
    heading(`check-src over ${count(lines, 'line')} that name a source`, paint),
    wrap(
      `${count(values.length, 'value')}: ${standing('found', 'unsigned')} written there, ${standing('derived')} that follow from those, ${standing('doubtful')} that may be another, ${standing('elsewhere', 'not-found')} that are not there.`,
    ),
    ...unfounded({ evidence }).map((says) => wrap(says)),
  ].join('\n');
}

/** What does not stand where its line says. */
export function unfounded({ evidence }: Pick<Story, 'evidence'>): readonly string[] {
  return evidence.diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ message, at }) => `${at?.line.split(' ')[2]}: ${message}`);
}
