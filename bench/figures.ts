import { cpus } from 'node:os';

/** A line of the results: what was measured, and the least (or most) that it has to be; null where nothing was asked. */
export interface Figure {
  readonly what: string;
  readonly got: number;
  readonly unit: string;
  readonly target: number | null;
  readonly isMost?: boolean;
  readonly how: string;
}

/** Whether a figure is what was asked. */
export function holds({ got, target, isMost }: Figure): boolean {
  return target === null || (isMost ? got <= target : got >= target);
}

/** Figures as a table of a page. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, got, unit, target, isMost, how } = figure;
    const asked = target === null ? '' : `${isMost ? 'at most' : 'at least'} ${target}`;
    const held = target === null ? '' : holds(figure) ? 'yes' : 'NO';
    return `| ${what} | ${shown(got)} ${unit} | ${asked} | ${held} | ${how} |\n`;
  });
  return `| measured | result | asked | holds | how |\n|---|---|---|---|---|\n${rows.join('')}`;
}

/** What it was measured on, and when. */
export function machine(): string {
  const [first] = cpus();
  const today = new Date().toISOString().slice(0, 10);
  return `Node ${process.version}, ${cpus().length} × ${first?.model ?? 'unknown processor'}, ${today}`;
}

function shown(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1);
}
