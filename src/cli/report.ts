import type { Diagnostic, Severity } from '../diagnostic/diagnostic.ts';
import { renderHuman, renderLine } from '../diagnostic/render.ts';
import { renderGithub } from '../diagnostic/render-github.ts';
import { diagnosticJson, jsonText } from '../diagnostic/render-json.ts';
import { sarifLog } from '../diagnostic/render-sarif.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { plural } from '../text/plural.ts';
import { escaped } from '../text/shown.ts';
import type { Sink } from './sink.ts';

/** What a verb found out about one thing. */
export interface Result {
  readonly diagnostics: readonly Diagnostic[];
  /**
   * What was asked for (a line, a digest, a text), or null when there is none: it stands alone on standard output, and
   * only when the result passes. Findings then go to standard error.
   */
  readonly product?: string | null;
  /** Fails the result although no finding is an error, with an exit code of its own. */
  readonly exit?: number;
  /** The closing sentence for a person, from what the findings amount to and whether the result passes. */
  readonly says?: (amount: string, passes: boolean) => string;
  /** Members of the JSON object, before `diagnostics`. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** The JSON object is `json` and nothing else. */
  readonly isBare?: boolean;
  /** What the result amounts to, where that is not what its findings do. */
  readonly counts?: Counts;
  /** What a finding's line is called. */
  readonly nameOf?: (line: string) => string | undefined;
  /** The file that the findings' lines stand in. */
  readonly file?: string;
}

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

/** Shows results as the call asked for, and keeps what they amount to. */
export interface Reporter {
  result(result: Result): void;
  /** A sentence beside the results. */
  note(text: string): void;
  /** Wrong usage that does not end the verb. */
  misuse(error: UsageError): void;
  /** Completes the output; returns the exit code: the highest of all results. */
  finish(): number;
}

/** How findings may be shown. */
const formats = ['human', 'line', 'json', 'github', 'sarif'] as const;

interface Manner {
  readonly out: Sink;
  readonly err: Sink;
  readonly isStrict: boolean;
  readonly isJson: boolean;
  readonly format: string | undefined;
  readonly version: string;
}

/** A reporter for one call; an unknown format, or one beside `--json`, is a usage error. */
export function createReporter({ out, err, isStrict, isJson, format = 'human', version }: Manner): Reporter {
  if (!(formats as readonly string[]).includes(format)) {
    throw new UsageError('usage/format', `--format is one of ${formats.join(' ')}`);
  }
  if (isJson && format !== 'human') {
    throw new UsageError('usage/format', '--json and --format exclude each other');
  }
  const log = sarifLog(version);
  let worst = 0;

  function result(given: Result): void {
    const exit = exitOf(given, isStrict);
    worst = Math.max(worst, exit);
    if (isJson) return writeJson(given, exit);
    const passes = exit === 0;
    const findings = given.product === undefined || format === 'sarif' ? out : err;
    const { shown, untold } = toShow(given.diagnostics);
    for (const diagnostic of shown) writeFinding(findings, diagnostic, given);
    if (untold > 0) (format === 'human' ? findings : err).write(`and ${plural(untold, 'more finding')}\n\n`);
    if (given.product != null && passes && format !== 'sarif') out.write(`${given.product}\n`);
    if (given.says === undefined) return;
    (format === 'human' ? findings : err).write(
      `${given.says(amountOf(countsOf(given), isStrict), passes)}\n`,
    );
  }

  function writeJson({ json, isBare, diagnostics }: Result, exit: number): void {
    if (isBare) return out.write(`${jsonText(json)}\n`);
    const { shown, untold } = toShow(diagnostics);
    const more = untold > 0 ? { untold } : {};
    const object = { passes: exit === 0, ...json, diagnostics: shown.map(diagnosticJson), ...more };
    out.write(`${jsonText(object)}\n`);
  }

  function writeFinding(sink: Sink, diagnostic: Diagnostic, { nameOf, file }: Result): void {
    if (format === 'sarif') return sink.write(log.result(diagnostic, file));
    const name = (diagnostic.at && nameOf?.(diagnostic.at.line)) ?? file;
    if (format === 'line') sink.write(`${renderLine(diagnostic, { name })}\n`);
    else if (format === 'github') sink.write(`${renderGithub(diagnostic, file)}\n`);
    else if (format === 'json') sink.write(`${jsonText({ name, ...diagnosticJson(diagnostic) })}\n`);
    else sink.write(`${renderHuman(diagnostic, { name, color: sink.color, width: sink.width })}\n\n`);
  }

  return {
    result,
    note: (text) => (format === 'human' && !isJson ? out : err).write(`${text}\n`),
    misuse: ({ message }) => {
      worst = Math.max(worst, 2);
      err.write(`hearback: ${escaped(message)}\n`);
    },
    finish: () => {
      if (format === 'sarif') out.write(log.end());
      return worst;
    },
  };
}

/** Most findings about one line that are shown. */
const mostOfALine = 100;
const bySeverity: readonly Severity[] = ['error', 'warning', 'info'];

/**
 * The findings to show, in their order: of those about one line the gravest hundred. A line made for it has thousands,
 * and each of them quotes the line.
 */
function toShow(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly untold: number;
} {
  if (diagnostics.length <= mostOfALine) return { shown: diagnostics, untold: 0 };
  const counts = new Map<string | number, number>();
  const untold = new Set<Diagnostic>();
  for (const severity of bySeverity) {
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity !== severity || diagnostic.at === undefined) continue;
      const line = diagnostic.at.number ?? diagnostic.at.line;
      const count = counts.get(line) ?? 0;
      counts.set(line, count + 1);
      if (count >= mostOfALine) untold.add(diagnostic);
    }
  }
  return { shown: diagnostics.filter((one) => !untold.has(one)), untold: untold.size };
}

function exitOf(result: Result, isStrict: boolean): number {
  const { errors, warnings } = countsOf(result);
  return Math.max(result.exit ?? 0, errors > 0 || (isStrict && warnings > 0) ? 1 : 0);
}

function countsOf({ counts, diagnostics }: Result): Counts {
  const count = (wanted: Severity): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  return counts ?? { errors: count('error'), warnings: count('warning') };
}

/** `1 error, 2 warnings`, and what --strict makes of them; empty when there is neither. */
function amountOf({ errors, warnings }: Counts, isStrict: boolean): string {
  const parts = [];
  if (errors > 0) parts.push(plural(errors, 'error'));
  if (warnings > 0) parts.push(plural(warnings, 'warning'));
  if (errors === 0 && warnings > 0 && isStrict) parts.push('and --strict fails on warnings');
  return parts.join(', ');
}
