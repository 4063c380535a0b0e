import { sentJson } from '../../../ledger/entry-json.ts';
import type { PolicyOutcome } from '../../../ledger/policy/answer.ts';
import { escaped } from '../../../text/shown.ts';
import { policyIn } from '../../act/policies.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { exitOfSent, sentText } from '../../ledger/sent-text.ts';
import { type Told, tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `answer`: a policy answers, within its limits. */
export const answer: Verb = {
  name: 'answer',
  group: 'Act',
  uses: 'conversation',
  summary: 'have a policy of the config file answer a readback or a question, within its limits',
  about:
    'The first rule whose conditions hold gives its answer, and the entry names the policy: it is never a person’s answer, ' +
    'settles no unknown outcome and lets no contradiction through. What no rule holds for is left for somebody else.',
  arguments: [{ name: 'ID', about: 'the id of the readback or of the question, to one of your agents' }],
  options: { policy: { value: 'NAME', about: 'the policy, as the config file names it', isRequired: true } },
  exits: {
    0: 'answered',
    1: 'the answer was refused for good',
    3: 'no rule holds: somebody else has to answer',
  },
  example: {
    before: [
      `printf '%s' '{"policies":{"staging":{"rules":[{"on":"readback","asks":["DEPLOY"],"among":{"env":["STAGE"]},"answer":"Y"}]}}}' > limits.json`,
    ],
    command:
      'hearback answer operator-1 --policy staging --config limits.json --key-file office.key --ledger office.ledger',
    output: 'no answer: operator-1 was answered by release-2',
    exit: 3,
  },
  run: (call) =>
    withSpeaker(call, async ({ handle, opened: { found }, environment }) => {
      const [id = ''] = call.words;
      const name = call.options.value('policy') as string; // it is required
      tell(call, answerTold(name, await handle.answerBy(policyIn({ found, environment }, name), id)));
    }),
};

function answerTold(policy: string, outcome: PolicyOutcome): Told {
  if (outcome.outcome === 'no-answer') {
    const text = `no answer: ${outcome.because.map(escaped).join('; ')}`;
    return { json: { ...outcome }, text, line: null, exit: 3 };
  }
  const { rule, sent } = outcome;
  const line = sent.outcome === 'refused' ? null : sent.entry.line;
  const head = `answered by policy ${escaped(policy)}, rules[${rule}]`;
  const text = sent.outcome === 'refused' ? sentText(sent) : `${head}\n${sentText(sent)}`;
  const json = { outcome: 'answered', policy, rule, sent: sentJson(sent) };
  return { json, text, line, exit: exitOfSent(sent) };
}
