import { legend as legendOf } from '../../legend/legend.ts';
import { escaped } from '../../text/shown.ts';
import type { Verb } from '../verb.ts';

/** `legend`: what a model must know to write and read lines. */
export const legend: Verb = {
  name: 'legend',
  group: 'Look up',
  summary: 'the text that a model needs to read and write lines, under --profile P',
  arguments: [],
  options: {
    lean: { about: 'leave out the criteria keys, for handoffs that never ask rb=acc or rb=plan' },
    role: { value: 'AGENT', about: 'only what this agent has a use for' },
    ask: { value: 'ASK', about: 'only what this ask has a use for' },
  },
  example: {
    command: 'hearback legend --lean | head -n 2',
    output: ['RW1.', 'A message is one line: RW1 TYPE id key=value ... // tail'].join('\n'),
  },
  run: ({ options, profiles, profile, report }) => {
    const vocabulary = (profile && profiles.get(profile)) || profiles.core;
    const [role, ask] = ['role', 'ask'].map(options.value);
    const scope = { ...(role === undefined ? {} : { role }), ...(ask === undefined ? {} : { ask }) };
    const text = legendOf(vocabulary, { lean: options.has('lean'), ...scope });
    report.result({
      diagnostics: [],
      product: text.trimEnd().split('\n').map(escaped).join('\n'), // a user's profile wrote some of it
      json: { profile: vocabulary.name, legend: text },
    });
  },
};
