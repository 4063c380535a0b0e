import { builtIn } from '../../../src/vocabulary/index.ts';

/** The acts of the profiles that come with the package, and the slots that each runs with. */
export function actTable(): string {
  const rows = builtIn.names.flatMap((name) => {
    const vocabulary = builtIn.get(name);
    const acts = [...(vocabulary?.exec ?? [])].map(
      ([ask, slots]) => `| ${name} | ${ask} | ${slots.join(' ')} |`,
    );
    return acts.length > 0 ? acts : [`| ${name} | none | |`];
  });
  return ['| profile | act | runs with |', '|---|---|---|', ...rows].join('\n');
}
