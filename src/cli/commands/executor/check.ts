import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { checkExecutor, type KitRow } from '../../../act/kit/kit.ts';
import { limitsOf } from '../../../act/prepare/notes.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { executorsOf } from '../../act/executors.ts';
import { secretsOf } from '../../act/secrets.ts';
import { configOf } from '../../config/read.ts';
import { readRecordArgument } from '../../exchange.ts';
import { numberOption } from '../../ledger/number-option.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

/** `executor check`: the conformance kit. */
export const check: Verb = {
  name: 'executor check',
  group: 'Act',
  uses: 'config',
  summary:
    'try an executor of the config file with the conformance kit: what it gets wrong of what it declares',
  about:
    'The acts are really done: name a test instance. Each row looks for one thing (drops the key, changes values, answers another ' +
    'reference, …), and says what it saw. It proves what it saw and no more.',
  arguments: [{ name: 'ASK', about: 'the ask whose executor is tried' }],
  options: {
    values: { value: 'JSON', about: 'values that it takes, by slot; or @file', isRequired: true },
    'other-values': {
      value: 'JSON',
      about: 'others that it takes too: whether two acts are kept apart; or @file',
    },
    declined: { value: 'JSON', about: 'values that it declines for good; or @file' },
    effects: {
      value: 'FILE',
      about:
        'what gains a line (a file) or a file (a folder) for each act that was really done: the judge of doubles',
    },
    patience: {
      value: 'SECONDS',
      about: 'how long to wait for what settles or shows later; 10 unless given',
    },
  },
  exits: { 0: 'it keeps what it declares, as far as was looked', 1: 'it does not' },
  example: {
    command: `hearback executor check DEPLOY --values '{"env":"STAGE","ver":"0.0.1","prev":"0.0.0","apref":"TEST-1"}' | grep '^FAILS'`,
    output:
      'FAILS  refuses: an act without its values is declined, in words that can be read; it answered executed; have it decline an act that lacks a value which it needs',
  },
  run: async (call) => {
    const configured = { found: configOf(call), environment: call.world.environment };
    const ask = call.words[0] as string;
    const executors = executorsOf(configured);
    const executor = Object.hasOwn(executors, ask) ? executors[ask] : undefined;
    if (executor === undefined)
      throw new UsageError('usage/executor', `the config file has no executor for ${shown(ask)}`);
    const values = await textsOf(call, 'values');
    if (values === undefined) throw new UsageError('usage/values', '--values is missing');
    const [otherValues, declined] = [await textsOf(call, 'other-values'), await textsOf(call, 'declined')];
    const effects = call.options.value('effects');
    const patience = numberOption(call, 'patience', undefined);
    const report = await checkExecutor({
      executor,
      ask,
      values,
      secrets: secretsOf(configured, ask),
      ...(otherValues === undefined ? {} : { otherValues }),
      ...(declined === undefined ? {} : { declined }),
      ...(effects === undefined ? {} : { effects: () => countIn(effects) }),
      ...(patience === undefined ? {} : { patience: patience * 1_000 }),
    });
    tell(call, {
      json: { ...report, limits: limitsOf(executor) },
      text: [
        `${escaped(report.executor)}: ${report.passes ? 'keeps what it declares, as far as was looked' : 'does not keep what it declares'}`,
        ...report.rows.map(rowText),
        ...limitsOf(executor).map((limit) => `not promised  ${escaped(limit)}`),
      ].join('\n'),
      exit: report.passes ? 0 : 1,
    });
  },
};

function rowText({ probe, claim, holds, saw }: KitRow): string {
  const word = holds === null ? 'skipped' : holds ? 'holds' : 'FAILS';
  return `${word}  ${probe}: ${escaped(claim)}; ${escaped(saw)}`;
}

async function textsOf(call: Call, name: string): Promise<Readonly<Record<string, string>> | undefined> {
  const word = call.options.value(name);
  if (word === undefined) return undefined;
  const given = await readRecordArgument(call, word);
  for (const [slot, value] of Object.entries(given)) {
    if (typeof value !== 'string')
      throw new UsageError('usage/values', `--${name}: ${slot} is a text, as written on a line`);
  }
  return given as Readonly<Record<string, string>>; // every value is one
}

/** Acts so far: lines of a file, or files of a folder. */
function countIn(path: string): number {
  if (!existsSync(path)) return 0;
  if (statSync(path).isDirectory()) return readdirSync(path).length;
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((row) => row !== '').length;
}
