import { escaped } from '../../text/shown.ts';
import type { Call } from '../verb.ts';

/** What a verb of a ledger has to say. */
export interface Told {
  /** The one object of --json. */
  readonly json: Readonly<Record<string, unknown>>;
  /** For a person; rows are made to be printed as they are. Empty beside a line that says it all. */
  readonly text: string;
  /**
   * A line to hand on: alone on standard output when the verb is done, and the text beside it on standard error; null for
   * none this time. Undefined where the verb has no such line.
   */
  readonly line?: string | null;
  /** 1 refused for good, 3 undecided, 4 not now (act.md 9). */
  readonly exit?: 0 | 1 | 3 | 4;
}

/** Says it as the call asked for. What a terminal would act on is escaped there; a file or a pipe gets the line itself (T6). */
export function tell({ report, world }: Call, { json, text, line, exit = 0 }: Told): void {
  const product = exit === 0 ? (line ?? null) : null;
  const shown = line == null || product !== null ? text : `${text}\n${escaped(line)}`;
  report.result({
    diagnostics: [],
    isBare: true,
    json,
    exit,
    ...(shown === '' ? {} : { says: () => shown }),
    ...(line === undefined
      ? {}
      : { product: product !== null && world.out.isTerminal ? escaped(product) : product }),
  });
}
