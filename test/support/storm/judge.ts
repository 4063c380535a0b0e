import { createThread } from '../../../src/checks/index.ts';
import { parse } from '../../../src/codec/index.ts';
import type { Diagnostic } from '../../../src/diagnostic/diagnostic.ts';
import { canonicalJson } from '../../../src/text/canonical-json.ts';
import type { Effect, Evidence, Written } from './evidence.ts';
import { kinds } from './payments.ts';

/** What may not happen, each with what was found of it. */
export type Fault =
  | 'doubled'
  | 'lost'
  | 'false DN'
  | 'false FL'
  | 'closed twice'
  | 'open at the end'
  | 'incidents'
  | 'breaks in the chain'
  | 'problems in the thread';
export type Verdict = Readonly<Record<Fault, readonly string[]>>;

/** The verdict on a storm, by the bank's own file; `now` is YYYYMMDDTHHMMZ. */
export function judge(evidence: Evidence, now: string): Verdict {
  const { payments, lines, incidents, broken } = evidence;
  const handoffs = payments.map(({ kind, id }) => placed(kind, id));
  const paid = Map.groupBy(evidence.effects, keyOf);
  const reports = Map.groupBy(lines.filter(isReport), ({ conversation, message }) =>
    placed(conversation, message.re),
  );
  const closes = Map.groupBy(evidence.closes, keyOf);
  const of = <T>(map: ReadonlyMap<string, readonly T[]>, handoff: string): readonly T[] =>
    map.get(handoff) ?? [];
  const isNo = (handoff: string): boolean =>
    of(reports, handoff).some(({ message }) => message.type === 'FL') ||
    of(closes, handoff).some(({ closer }) => closer !== 'DN');
  const isTrue = (report: Written, handoff: string): boolean =>
    report.message.type !== 'DN' || of(paid, handoff).some((effect) => tells(report, effect));
  return {
    doubled: repeated(paid),
    lost: [
      ...missing(paid.keys(), keysOf(lines, 'DN', 're')),
      ...missing(handoffs, keysOf(lines, 'HO', 'id')),
      ...missing(
        evidence.told.map(({ conversation, line }) => placed(conversation, line)),
        new Set(lines.map(({ conversation, line }) => placed(conversation, line))),
      ),
    ],
    'false DN': [...reports]
      .filter(([handoff, told]) => !told.every((one) => isTrue(one, handoff)))
      .map(first),
    'false FL': [...paid.keys()].filter(isNo),
    'closed twice': [...repeated(closes), ...repeated(reports)],
    'open at the end': missing(handoffs, new Set(closes.keys())),
    incidents,
    'breaks in the chain': broken === null ? [] : [broken],
    'problems in the thread': kinds.flatMap((kind) => problemsOf(kind, evidence, now)),
  };
}

/** Whether nothing happened that may not. */
export function isClean(verdict: Verdict): boolean {
  return Object.values(verdict).every((found) => found.length === 0);
}

function placed(conversation: string, what: unknown): string {
  return `${conversation} ${what}`;
}

function keyOf({ conversation, handoff }: Pick<Effect, 'conversation' | 'handoff'>): string {
  return placed(conversation, handoff);
}

function isReport({ message: { type } }: Written): boolean {
  return type === 'DN' || type === 'FL';
}

function keysOf(lines: readonly Written[], type: string, member: 'id' | 're'): ReadonlySet<string> {
  const own = lines.filter(({ message }) => message.type === type);
  return new Set(own.map(({ conversation, message }) => placed(conversation, message[member])));
}

function missing(wanted: Iterable<string>, there: ReadonlySet<string>): readonly string[] {
  return [...new Set(wanted)].filter((one) => !there.has(one));
}

function repeated(groups: ReadonlyMap<string, readonly unknown[]>): readonly string[] {
  return [...groups].filter(([, list]) => list.length > 1).map(first);
}

function first([key]: readonly [string, unknown]): string {
  return key;
}

/** Whether a DN says of an effect what the bank has of it. */
function tells({ message }: Written, { item, values }: Effect): boolean {
  const told = Object.fromEntries(Object.keys(values).map((slot) => [slot, message.slots[slot]]));
  return message.item === item && canonicalJson(told) === canonicalJson(values);
}

/**
 * What check-thread finds in the accepted lines of a conversation. An act that ran although its CX was on the way is a
 * problem that it has to tell: once for each of them, and of nothing else (spec 6.5).
 */
function problemsOf(kind: string, { lines, closes, crossed }: Evidence, now: string): readonly string[] {
  const problems: string[] = [];
  let ranAfterCancel = 0;
  const tell = ({ severity, code, message }: Diagnostic): void => {
    if (code === 'thread/ran-after-cancel') ranAfterCancel += 1;
    else if (severity === 'error') problems.push(`${kind} ${code}: ${message}`);
  };
  const thread = createThread({ now, tell });
  for (const { conversation, line } of lines) if (conversation === kind) thread.add(parse(line));
  thread.finish();
  const done = new Set(closes.filter(({ closer }) => closer === 'DN').map(keyOf));
  const known = crossed.filter((one) => one.conversation === kind && done.has(keyOf(one))).length;
  if (ranAfterCancel !== known) problems.push(`${kind}: ${ranAfterCancel} of ${known} ran after their CX`);
  return problems;
}
