import type { AnyMessage } from '../codec/index.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import type { Verdict } from '../diagnostic/verdict.ts';
import { readJson } from '../text/json.ts';
import { shown } from '../text/shown.ts';
import type { MessageType } from '../vocabulary/index.ts';
import { isOfType } from './expected-type.ts';
import { readLineArgument, textOfArgument } from './input.ts';
import type { Call } from './verb.ts';

/** A line that a check takes: its type, the argument that gives it, what findings call it. */
export type Wanted = readonly [type: MessageType, word: string, name?: string];

/** The lines of a check, by name; one that may be left out is optional. */
type Lines = Readonly<Record<string, Wanted>>;

/** What came of the lines: `messages` is null when one is refused or of the wrong type. */
export interface Exchange<W extends Lines> {
  readonly messages: { readonly [K in keyof W]: AnyMessage } | null;
  readonly lines: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly nameOf: (line: string) => string | undefined;
}

/** Reads the lines of a check, each from its argument; what is found about any of them is told together. */
export async function readExchange<W extends Lines>(call: Call, wanted: W): Promise<Exchange<W>> {
  const found: Diagnostic[] = [];
  const messages: Record<string, AnyMessage> = {};
  const lines: Record<string, string> = {};
  const names = new Map<string, string>();
  for (const [key, [type, word, name = type]] of Object.entries(wanted)) {
    const { line, message, diagnostics } = await readLineArgument(call, word, name);
    found.push(...diagnostics);
    lines[key] = line;
    names.set(line, name);
    if (message !== null && isOfType(message, type, found)) messages[key] = message;
  }
  const isWhole = Object.keys(wanted).every((key) => messages[key] !== undefined);
  return {
    messages: isWhole ? (messages as { [K in keyof W]: AnyMessage }) : null, // every name of `wanted` has its message
    lines,
    diagnostics: found,
    nameOf: (line) => names.get(line),
  };
}

/** Shows what a check of an exchange found, after what was found about its lines; without messages it fails. */
export function reportCheck<W extends Lines, V extends Verdict>(
  call: Call,
  { messages, lines, diagnostics, nameOf }: Exchange<W>,
  check: (messages: { readonly [K in keyof W]: AnyMessage }) => V,
  tell: { readonly json?: (verdict: V) => object; readonly says?: (verdict: V) => string } = {},
): void {
  if (messages === null) {
    const says = (amount: string): string => `not checked (${amount})`;
    return call.report.result({ diagnostics, json: { ...lines }, nameOf, exit: 1, says });
  }
  const verdict = check(messages);
  const word = tell.says?.(verdict);
  call.report.result({
    diagnostics: [...diagnostics, ...verdict.diagnostics],
    exit: verdict.passes ? 0 : 1,
    json: { ...tell.json?.(verdict), ...lines },
    nameOf,
    says: (amount, passes) =>
      [passes ? 'passes' : 'fails', word && `: ${word}`, amount && ` (${amount})`].filter(Boolean).join(''),
  });
}

/** What a check compares with beside its lines: the criteria of --expect-acc, the record of --record, and the time. */
export async function readStandard(call: Call): Promise<{
  readonly kept?: string;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly now: string;
}> {
  const [kept, record] = ['expect-acc', 'record'].map(call.options.value);
  return {
    ...(kept === undefined ? {} : { kept }),
    ...(record === undefined ? {} : { record: await readRecordArgument(call, record) }),
    now: call.now,
  };
}

/** A record of approved values: JSON as an argument, `-` or `@file`. One that is no JSON object is a usage error. */
export async function readRecordArgument(
  call: Call,
  word: string,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await textOfArgument(call, word, 'record');
  const { value, faults } = readJson(text);
  const [fault] = faults;
  if (fault !== undefined) {
    throw new UsageError('usage/record', `the record is not JSON: ${shown(fault.message)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError('usage/record', 'the record is no JSON object of slots, such as {"item":"inv:1"}');
}
