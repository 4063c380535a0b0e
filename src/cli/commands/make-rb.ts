import { encode, toJson } from '../../codec/index.ts';
import { makeReadback } from '../../compose/index.ts';
import { composeOptions, readComposeOptions } from '../compose-options.ts';
import { readExchange } from '../exchange.ts';
import type { Verb } from '../verb.ts';

/** `make-rb`: the readback of a handoff. */
export const makeRb: Verb = {
  name: 'make-rb',
  group: 'Make and answer',
  summary: 'the readback of a handoff, from its decoded values',
  about:
    'What the handoff asks for and does not say has to come from you: slots left open are named, and there is no line, ' +
    'unless --partial.',
  arguments: [
    { name: 'HO', about: 'the handoff' },
    { name: 'RB-ID', about: "the readback's id; else the next of the receiver", isOptional: true },
  ],
  options: {
    acc: { value: 'CRITERIA', about: 'the criteria you read out of the brief, key:value joined with +' },
    do: { value: 'WORK', about: 'what you will produce' },
    eta: { value: 'D', about: 'the day on which it will be there, YYYYMMDD' },
    'no-hash': { about: 'leave out h=, the digest of the handoff' },
    partial: { about: 'print the line although slots are open' },
    ...composeOptions,
  },
  example: {
    command: 'hearback make-rb "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002"',
    output:
      'RW1 RB builder-1 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX due=20261002 h=216a1e6f9750',
  },
  run: async (call) => {
    const [ho = '', id] = call.words;
    const { options, report, world } = call;
    const { messages, lines, diagnostics, nameOf } = await readExchange(call, { ho: ['HO', ho] });
    if (messages === null)
      return report.result({ diagnostics, nameOf, product: null, json: { ...lines, line: null } });
    const given = ['acc', 'do', 'eta'].map((name) => [name, options.value(name)] as const);
    const {
      message,
      open,
      diagnostics: found,
    } = makeReadback({
      ...messages,
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      ...(id === undefined ? {} : { id }),
      ...(await readComposeOptions(call)),
      hash: !options.has('no-hash'),
      partial: options.has('partial'),
    });
    const line = message && encode(message);
    const json = { ...lines, line, message: message && toJson(message), open };
    report.result({ diagnostics: [...diagnostics, ...found], nameOf, json, product: line });
    if (line !== null && open.length > 0) world.err.write(`open: ${open.join(' ')}\n`);
  },
};
