import { UsageError } from '../../diagnostic/usage-error.ts';
import { type Skeleton, skeletonsOf } from '../../evidence/translate.ts';
import { plural } from '../../text/plural.ts';
import { escaped } from '../../text/shown.ts';
import { isAgentName } from '../../vocabulary/slot-types.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { tellFaults } from '../evidence/faults.ts';
import { readSources, sourceOptions } from '../evidence/sources.ts';
import { numberOption } from '../ledger/number-option.ts';
import type { Call, Verb } from '../verb.ts';

/** `translate`: a skeleton line for each document. */
export const translate: Verb = {
  name: 'translate',
  group: 'Make and answer',
  summary: 'a skeleton line for each document, with what code alone can find; an agent completes it',
  about:
    'Nothing is guessed: a value stands on the line when a label of the profile marks it and nothing contradicts it. ' +
    'Each line is followed by what it still needs and by what else was seen. Check the completed lines with check-src.',
  arguments: [],
  options: {
    ...sourceOptions,
    from: { value: 'AGENT', about: 'the agent that will send the lines', isRequired: true },
    to: { value: 'AGENT', about: 'the agent that they are for', isRequired: true },
    first: { value: 'N', about: 'the number of the first line, 1 unless set' },
  },
  example: {
    command: [
      "printf 'Chest pain since Monday.\\n' > letter.txt && \\",
      '  hearback translate --profile clin --from extractor --to reviewer --doc letter=letter.txt',
    ].join('\n'),
    output: [
      'RW1 ST extractor-1 p=clin from=extractor to=reviewer src=doc:letter#l1 // Chest pain since Monday.',
      '# needs item act pol cert subj time',
      '# 1 skeleton: complete them, then check-src',
    ].join('\n'),
  },
  run: async (call) => {
    const vocabulary = call.profile === undefined ? undefined : call.profiles.get(call.profile);
    if (vocabulary?.profile?.evidence === undefined) {
      throw new UsageError(
        'usage/profile',
        'give --profile with a profile that says how lines point at their sources',
      );
    }
    const given = await readSources(call);
    const [from, to] = [agentOf(call, 'from', vocabulary), agentOf(call, 'to', vocabulary)];
    const first = numberOption(call, 'first', 1);
    const skeletons = skeletonsOf(given.all, vocabulary, { from, to, first });
    tellFaults(call, given);
    for (const one of skeletons)
      call.report.result({ diagnostics: [], isBare: true, json: { ...one }, says: () => textOf(one) });
    const exit = given.faults.length > 0 ? 1 : 0;
    if (!call.options.has('json'))
      call.report.note(`# ${plural(skeletons.length, 'skeleton')}: complete them, then check-src`);
    if (exit > 0) call.report.result({ diagnostics: [], exit, json: { faults: given.faults } });
  },
};

/** An agent of the profile, or any where it names none: no line of another would be valid. */
function agentOf({ options }: Call, name: string, { name: profile, agents }: Vocabulary): string {
  const agent = options.value(name) ?? '';
  if (!isAgentName(agent))
    throw new UsageError('usage/agent', `--${name} ${escaped(agent)} is no name of an agent`);
  if (agents.size > 0 && !agents.has(agent) && agent !== 'human') {
    const known = [...agents].join(', ');
    throw new UsageError(
      'usage/agent',
      `--${name} ${escaped(agent)} is no agent of ${profile}: name one of ${known}`,
    );
  }
  return agent;
}

/** A skeleton as a file of lines holds it: the line, and behind # what it needs. */
function textOf({ line, missing, candidates }: Skeleton): string {
  const seen = candidates.map(
    ({ value, label, part }) => `#   ${escaped(value)}  ${escaped(part)}: ${escaped(label)}`,
  );
  return [escaped(line), `# needs ${missing.join(' ')}`, ...seen].join('\n');
}
