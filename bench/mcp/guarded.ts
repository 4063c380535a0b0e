import { HO0 as line } from '../../test/support/ledger/lines.ts';
import type { Figure } from '../figures.ts';
import { median, medianOf, turns } from '../rounds.ts';
import { calls, connected, flights, type Size, twin } from './contestants.ts';
import { acts, type BenchOffice } from './office.ts';

/** A call of `echo` that passes through a guard, beside the same call of the same server straight. */
export async function guardFigures(office: BenchOffice, size: Size): Promise<readonly Figure[]> {
  const open = {
    straight: await connected(twin({ acts })),
    'with no guarded tool': await connected(office.guard(0)),
    [`with ${acts} guarded tools`]: await connected(office.guard(acts)),
  };
  try {
    const figures: Figure[] = [];
    for (const [how, inFlight] of Object.entries(flights)) {
      const asking = { tool: 'echo', line, inFlight, calls: size.calls };
      const times = await turns(
        Object.entries(open).map(([name, client]) => calls(name, client, asking)),
        { rounds: size.rounds, warm: size.rounds },
      );
      const { straight = [], ...guards } = Object.fromEntries(times);
      for (const [policy, guarded] of Object.entries(guards))
        figures.push(added(`${policy}, ${how}`, guarded, straight));
    }
    return figures;
  } finally {
    await Promise.all(Object.values(open).map((client) => client.close()));
  }
}

function added(what: string, guarded: readonly number[], straight: readonly number[]): Figure {
  const microseconds = (list: readonly number[]): string => (1e6 * median(list)).toFixed(0);
  const ratio = medianOf(guarded, straight, (one, other) => one / other);
  return {
    what: `a call that passes through a guard ${what}: what it takes longer`,
    got: 1e6 * medianOf(guarded, straight, (one, other) => one - other),
    unit: 'µs',
    target: null,
    how: `${microseconds(guarded)} µs beside ${microseconds(straight)} µs straight, ${ratio.toFixed(2)} x`,
  };
}
