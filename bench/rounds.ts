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
  const times = await turns(contestants, { rounds });
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** Seconds a case of each contestant, round by round: all take turns, and each round begins with the next of them. */
export async function turns(
  contestants: readonly Contestant[],
  { rounds, warm = 2 }: { readonly rounds: number; readonly warm?: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = -warm; round < rounds; round++) {
    const first = (round + warm) % contestants.length;
    for (const { name, pass } of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const seconds = await pass();
      if (round >= 0) times.get(name)?.push(seconds);
    }
  }
  return times;
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

/** The median over rounds of what two contestants took in the same one: whoever else was busy then, both had it. */
export function medianOf(
  one: readonly number[],
  other: readonly number[],
  compare: (one: number, other: number) => number,
): number {
  return median(one.map((seconds, round) => compare(seconds, other[round] as number)));
}
