import type { Diagnostic, Place, Severity } from './diagnostic.ts';

/**
 * One row a code, beside the code that raises it. `section` is the section of spec/SPEC.md, with the ruling where
 * there is one (`'2 R5'`); `why` is the reason code that a receiver replies with where the protocol prescribes it.
 */
export interface Rule<D> {
  readonly severity: Severity;
  readonly section: string;
  readonly message: (data: D) => string;
  readonly hint?: (data: D) => string | undefined;
  readonly why?: 'UNK' | 'VER';
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds rules of many data types; `reporter` checks each one
export type Rules = Readonly<Record<string, Rule<any>>>;

type DataOf<R> = R extends Rule<infer D> ? D : never;

/** Records a finding under one of the codes of a table; the compiler holds `data` to the row's type. */
export type Report<R extends Rules> = <C extends keyof R & string>(
  code: C,
  data: DataOf<R[C]>,
  at?: Place | undefined,
) => void;

/** A `Report` for one table of rules that appends to `found`. */
export function reporter<R extends Rules>(rules: R, found: Diagnostic[]): Report<R> {
  return (code, data, at) => {
    const rule = rules[code] as Rule<typeof data>;
    const hint = rule.hint?.(data);
    found.push({
      code,
      severity: rule.severity,
      message: rule.message(data),
      ...(hint === undefined ? {} : { hint }),
      ...(at === undefined ? {} : { at }),
      data: data as Readonly<Record<string, unknown>>,
    });
  };
}
