/** Milliseconds since 1970 of `20261030T1000Z`. */
export function milliseconds(time: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/.exec(time);
  if (match === null) throw new Error(`not a time, YYYYMMDDTHHMMZ: ${time}`);
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** `20261030T1000Z` of milliseconds since 1970. */
export function written(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z`;
}

/** `30 Oct 2026` of `20261030` or `20261030T1000Z`. */
export function day(time: string): string {
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  return `${Number(time.slice(6, 8))} ${months[Number(time.slice(4, 6)) - 1]} ${time.slice(0, 4)}`;
}
