import type { CommitOutcome, PersonAnswer } from '../../../act/tool.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { plural } from '../../../text/plural.ts';
import { slotsOf } from '../../act/slots.ts';
import { tokenArgument, tokenOf } from '../../act/token.ts';
import { tellCommit } from '../../act/told.ts';
import { actToolIn } from '../../act/tool.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { byOption, writerOf } from '../../ledger/new-key.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

const answers = ['EXECUTED', 'NOTEXEC', 'STILL-UNKNOWN'] as const;

/** `reconcile`: what nobody knew is settled. */
export const reconcile: Verb = {
  name: 'reconcile',
  group: 'Act',
  uses: 'conversation',
  summary: 'settle outcomes that nobody knows: by the same key, by a look-up, or by a person’s answer',
  about:
    'Without TOKEN every statement that you left running or unknown is settled as far as its executor can, after a crash ' +
    'for example. A person answers with --answer and what was looked at; EXECUTED takes the values that were seen, never ' +
    'those of the plan.',
  arguments: [{ ...tokenArgument, isOptional: true }],
  options: {
    answer: { value: 'ANSWER', about: `a person’s answer: ${answers.join(', ')}` },
    evidence: { value: 'TEXT', about: 'what was looked at; goes into the answer' },
    restored: {
      about: 'you have looked: end the quarantine of a ledger that was restored or copied; no key is needed',
    },
    ...byOption,
    values: { value: 'JSON', about: 'the values that were seen to have run, with EXECUTED; or @file' },
  },
  exits: {
    0: 'settled: executed as planned, or there was nothing to settle',
    1: 'refused for good, or settled as not executed',
    3: 'undecided still, or something else than was planned was executed',
  },
  example: {
    command: 'hearback reconcile --key-file office.key --ledger office.ledger',
    output: 'nothing is unknown',
  },
  run: (call) => (call.options.has('restored') ? settleCopy(call) : settleOutcomes(call)),
};

/** What was confirmed in the older life of the ledger is unknown, and is settled like any other outcome (act.md 3). */
function settleCopy(call: Call): Promise<void> {
  if (
    call.words.length > 0 ||
    ['answer', 'evidence', 'values', 'conversation', 'key-file'].some(call.options.has)
  )
    throw new UsageError(
      'usage/option',
      '--restored is about the ledger as a whole, not about one statement',
    );
  return withLedger(call, async ({ ledger }) => {
    const { epoch, unknown } = await ledger.reconcile({ by: writerOf(call) });
    tell(call, {
      json: { outcome: 'reconciled', epoch, unknown },
      text: `The quarantine is over: the ledger goes on as epoch ${epoch}.\n${afterCopy(unknown)}`,
      exit: unknown === 0 ? 0 : 3,
    });
  });
}

/** What whoever has looked has to do next. */
function afterCopy(unknown: number): string {
  const again =
    'What was prepared is discarded, and handoffs that were open are sent again by their senders.';
  if (unknown === 0) return `Nothing that was confirmed before is left unknown. ${again}`;
  const statements = plural(unknown, 'statement that was confirmed', 'statements that were confirmed');
  return [
    `UNKNOWN: ${statements} before may have run since without this ledger; nothing of it runs again by itself.`,
    `hearback open lists what is unknown; hearback reconcile settles it in the name of who executes, or of a person. ${again}`,
  ].join('\n');
}

function settleOutcomes(call: Call): Promise<void> {
  if (call.options.has('by'))
    throw new UsageError('usage/option', '--by goes with --restored: else the key says who');
  return withSpeaker(call, async (room) => {
    const [word] = call.words;
    const answer = await answerOf(call);
    const tool = await actToolIn(room);
    if (word === undefined) return tellAll(call, await tool.recover());
    const token = await tokenOf(call, word, room);
    tellCommit(call, await tool.settle({ token, ...(answer === undefined ? {} : { answer }) }));
  });
}

async function answerOf(call: Call): Promise<PersonAnswer | undefined> {
  const { options, words } = call;
  const given = options.value('answer');
  if (given === undefined) {
    const stray = ['evidence', 'values'].find(options.has);
    if (stray !== undefined) throw new UsageError('usage/option', `--${stray} goes with --answer`);
    return undefined;
  }
  const outcome = answers.find((one) => one === given);
  if (outcome === undefined) throw new UsageError('usage/answer', `--answer is one of ${answers.join(', ')}`);
  if (words[0] === undefined) throw new UsageError('usage/token', '--answer answers for one TOKEN');
  const evidence = options.value('evidence');
  if (evidence === undefined)
    throw new UsageError('usage/evidence', 'say with --evidence what was looked at');
  const values = await slotsOf(call, 'values');
  return { outcome, evidence, ...(values === undefined ? {} : { values }) };
}

function tellAll(call: Call, outcomes: readonly CommitOutcome[]): void {
  for (const outcome of outcomes) tellCommit(call, outcome);
  if (outcomes.length === 0 && !call.options.has('json'))
    tell(call, { json: {}, text: 'nothing is unknown' });
}
