/** Something that is measured: one pass over its cases, in seconds a case. */
export interface Contestant {
  readonly name: string;
  pass(): Promise<number> | number;
}

/** Seconds a case of each contestant: the median of rounds in which all take turns, after two to warm up. */
export async function medians(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const { name, pass } of contestants) {
      const seconds = await pass();
      if (round >= 0) times.get(name)?.push(seconds);
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** A contestant of this process: `work` over all cases, `repeats` times. */
export function here<T>(
  name: string,
  cases: readonly T[],
  repeats: number,
  work: (one: T) => unknown,
): Contestant {
  return {
    name,
    pass: () => {
      const start = performance.now();
      for (let repeat = 0; repeat < repeats; repeat++) for (const one of cases) work(one);
      return (performance.now() - start) / 1000 / (cases.length * repeats);
    },
  };
}

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
