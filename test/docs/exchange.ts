import {
  type AnyMessage,
  checkAnswer,
  checkDone,
  checkHandoff,
  checkReadback,
  checkThread,
  type Diagnostic,
  parse,
} from '../../src/index.ts';

/** Lines of a block, and what its comment lines say of them: `# now T`, `# record {…}`, `# kept k:v`, `# confirmed T`. */
export interface Exchange {
  readonly lines: readonly string[];
  readonly given: ReadonlyMap<string, string>;
}

/** Reads a block of lines. */
export function exchangeOf(text: string): Exchange {
  const rows = text.split('\n').filter((row) => row !== '');
  const given = rows
    .filter((row) => row.startsWith('#'))
    .map((row) => row.slice(1).trim().split(/ (.*)/s, 2));
  return {
    lines: rows.filter((row) => !row.startsWith('#')),
    given: new Map(given.map(([name, value = '']) => [name as string, value])),
  };
}

/** Everything that is found about the lines, each by itself. */
export function readingOf({ lines }: Exchange): readonly Diagnostic[] {
  return lines.flatMap((line) => parse(line).diagnostics);
}

/** Everything that the checks of the exchange find: each line against the one that it answers. */
export function checksOf({ lines, given }: Exchange): {
  readonly count: number;
  readonly found: readonly Diagnostic[];
} {
  const messages = lines.map((line) => {
    const { message, diagnostics } = parse(line);
    if (message === null) throw new Error(`${diagnostics[0]?.message}: ${line}`);
    return message;
  });
  const now = given.get('now') ?? '20261002T0900Z';
  const record = recordOf(given.get('record'));
  const kept = given.has('kept') ? { kept: given.get('kept') as string } : {};
  const confirmed = given.has('confirmed') ? { confirmed: given.get('confirmed') as string } : {};
  const verdicts = messages.flatMap((message) => {
    const ho = answered(messages, message, 'HO');
    const aq = answered(messages, message, 'AQ');
    if (message.type === 'HO' && record.record)
      return [checkHandoff({ ho: message, record: record.record, now })];
    if (message.type === 'RB' && ho)
      return [checkReadback({ ho, rb: message, now: confirmed.confirmed ?? now, ...kept, ...record })];
    if (message.type === 'AN' && aq) return [checkAnswer({ aq, an: message })];
    if (message.type !== 'DN' || !ho) return [];
    const rb = messages.find(({ type, re }) => type === 'RB' && re === ho.id);
    return [checkDone({ ho, dn: message, now, ...(rb && { rb, ...kept }), ...confirmed, ...record })];
  });
  return { count: verdicts.length, found: verdicts.flatMap(({ diagnostics }) => diagnostics) };
}

/** Everything that the check of the whole conversation finds. */
export function threadOf({ lines, given }: Exchange): readonly Diagnostic[] {
  const parsed = lines.map((line) => parse(line));
  return checkThread({ lines: parsed, now: given.get('now') ?? '20261002T0900Z' }).diagnostics;
}

/** The message that one answers, where it is of the type; where re= names another, the only one of that type. */
function answered(messages: readonly AnyMessage[], { re }: AnyMessage, type: string): AnyMessage | undefined {
  const ofType = messages.filter((one) => one.type === type);
  return ofType.find(({ id }) => id === re) ?? (ofType.length === 1 ? ofType[0] : undefined);
}

function recordOf(json: string | undefined): { readonly record?: Readonly<Record<string, unknown>> } {
  return json === undefined ? {} : { record: JSON.parse(json) };
}
