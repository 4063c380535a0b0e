/** A moment with its second, in UTC: `2026-10-02 14:03:11Z`. */
export function momentText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

const units: readonly (readonly [milliseconds: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/** A span of time as people say it, rounded down: `3 min`, `2 d`. */
export function ageText(milliseconds: number): string {
  for (const [unit, name] of units) {
    if (milliseconds >= unit) return `${Math.floor(milliseconds / unit)} ${name}`;
  }
  return `${Math.max(0, Math.floor(milliseconds / 1_000))} s`;
}

/** A moment as the protocol writes it, YYYYMMDDTHHMMZ, rounded down to its minute: now >= exp holds for both alike. */
export function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace(/[-:]/g, '')}Z`;
}
