/**
 * How many times the cost of the short work the long one has, in processor time of this thread alone, so that what else
 * the machine does counts for nothing. The least of several rounds on both sides; measured again, up to six times,
 * while it is above `enough`: pauses only ever add.
 */
export function growth(short: () => unknown, long: () => unknown, enough: number): number {
  leastCost(long); // warm
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 6 && ratio > enough; attempt++) {
    ratio = Math.min(ratio, leastCost(long) / leastCost(short));
  }
  return ratio;
}

const rounds = 7;
const shortestRound = 1_000; // microseconds

function leastCost(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, costOfOne(work));
  return least;
}

/** Repeats the work until it has taken long enough to be measured. */
function costOfOne(work: () => unknown): number {
  const start = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    work();
    const { user, system } = process.threadCpuUsage(start);
    if (user + system >= shortestRound) return (user + system) / times;
  }
}
