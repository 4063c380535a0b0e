import { HO0 as line } from '../../test/support/ledger/lines.ts';
import type { Figure } from '../figures.ts';
import { median, medianOf, turns } from '../rounds.ts';
import { calls, connected, flights, type Size, twin } from './contestants.ts';
import { acts, type BenchOffice } from './office.ts';

/** A call of `echo` that passes through a guard, beside the same call of the same server straight. */
export async function guardFigures(office: BenchOffice, size: Size): Promise<readonly Figure[]> {
  const open = {
    straight: await connected(twin({ acts })),
    'through a relay that only copies bytes': await connected(office.relay()),
    'through a guard whose policy guards no tool': await connected(office.guard('guards-none')),
    [`through a guard whose policy guards ${acts} tools`]: await connected(office.guard('guards-20')),
    'through a guard whose policy names no tool, so that the list is read for each call': await connected(
      office.guard('names-none'),
    ),
  };
  try {
    const figures: Figure[] = [];
    for (const [how, inFlight] of Object.entries(flights)) {
      const asking = { tool: 'echo', line, inFlight, calls: size.calls };
      const times = await turns(
        Object.entries(open).map(([name, client]) => calls(name, client, asking)),
        { rounds: size.rounds, warm: size.rounds },
      );
      const { straight = [], ...others } = Object.fromEntries(times);
      for (const [through, list] of Object.entries(others))
        figures.push(added(`${how}, ${through}`, list, straight));
    }
    return figures;
  } finally {
    await Promise.all(Object.values(open).map((client) => client.close()));
  }
}

function added(what: string, passed: readonly number[], straight: readonly number[]): Figure {
  const microseconds = (list: readonly number[]): string => (1e6 * median(list)).toFixed(0);
  const ratio = medianOf(passed, straight, (one, other) => one / other);
  return {
    what: `a call ${what}: what it takes longer than straight`,
    got: 1e6 * medianOf(passed, straight, (one, other) => one - other),
    unit: 'µs',
    target: null,
    how: `${microseconds(passed)} µs beside ${microseconds(straight)} µs, ${ratio.toFixed(2)} x`,
  };
}
