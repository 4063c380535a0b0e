import { encode, toJson } from '../../codec/index.ts';
import { type ComposedReadback, makeReadback, type ReadbackOptions } from '../../compose/index.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { composeOptions, readComposeOptions } from '../compose-options.ts';
import { readExchange } from '../exchange.ts';
import { Stopped } from '../failure.ts';
import { inLedger, isIdInLedger } from '../ledger/by-id.ts';
import { withSpeaker } from '../ledger/conversation.ts';
import type { Call, Verb } from '../verb.ts';

/** `make-rb`: the readback of a handoff. */
export const makeRb: Verb = {
  name: 'make-rb',
  group: 'Make and answer',
  summary: 'the readback of a handoff, from its decoded values',
  about:
    'What the handoff asks for and does not say has to come from you: slots left open are named, and there is no line, ' +
    'unless --partial.',
  arguments: [
    { name: 'HO', about: 'the handoff; or its id in your ledger, for what really arrived there' },
    {
      name: 'RB-ID',
      about: "the readback's id; else the next of the receiver. A ledger gives the id itself",
      isOptional: true,
    },
  ],
  options: {
    acc: { value: 'CRITERIA', about: 'the criteria you read out of the brief, key:value joined with +' },
    do: { value: 'WORK', about: 'what you will produce' },
    eta: { value: 'D', about: 'the day on which it will be there, YYYYMMDD' },
    'no-hash': { about: 'leave out h=, the digest of the handoff' },
    partial: { about: 'print the line although slots are open' },
    ...composeOptions,
    ...inLedger,
  },
  example: {
    command: 'hearback make-rb "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002"',
    output:
      'RW1 RB builder-1 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX due=20261002 h=216a1e6f9750',
  },
  run: async (call) => {
    const [ho = '', id] = call.words;
    if (isIdInLedger(call, ho)) return makeByIdIn(call, ho);
    const { messages, lines, diagnostics, nameOf } = await readExchange(call, { ho: ['HO', ho] });
    if (messages === null)
      return call.report.result({ diagnostics, nameOf, product: null, json: { ...lines, line: null } });
    const own = await ownWordsOf(call);
    const made = makeReadback({ ...messages, ...(id === undefined ? {} : { id }), ...own });
    tellReadback(call, { ...made, diagnostics: [...diagnostics, ...made.diagnostics] }, lines, nameOf);
  },
};

async function makeByIdIn(call: Call, id: string): Promise<void> {
  if (call.words[1] !== undefined || call.options.has('thread')) {
    throw new UsageError(
      'usage/argument',
      'a ledger gives the id of the readback: leave out RB-ID and --thread',
    );
  }
  const own = await ownWordsOf(call);
  await withSpeaker(call, async ({ handle }) => {
    const made = await handle.makeReadback(id, own);
    if (made.outcome === 'refused') throw new Stopped(made.reason, made.message);
    tellReadback(call, made, { ho: encode(made.ho) }, () => 'HO');
  });
}

/** What the receiver says of its own, from the options. */
async function ownWordsOf(call: Call): Promise<Omit<ReadbackOptions, 'ho' | 'id'>> {
  const { options } = call;
  const given = ['acc', 'do', 'eta'].map((name) => [name, options.value(name)] as const);
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...(await readComposeOptions(call)),
    hash: !options.has('no-hash'),
    partial: options.has('partial'),
  };
}

function tellReadback(
  { report, world }: Call,
  { message, open, diagnostics }: ComposedReadback,
  lines: Readonly<Record<string, string>>,
  nameOf: (line: string) => string | undefined,
): void {
  const line = message && encode(message);
  const json = { ...lines, line, message: message && toJson(message), open };
  report.result({ diagnostics, nameOf, json, product: line });
  if (line !== null && open.length > 0) world.err.write(`open: ${open.join(' ')}\n`);
}
