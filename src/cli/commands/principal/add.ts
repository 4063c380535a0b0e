import { byOption, keepKey, newKeyOptions, writerOf } from '../../ledger/new-key.ts';
import { withLedger } from '../../ledger/open.ts';
import type { Verb } from '../../verb.ts';

/** `principal add`: who may speak, with a first key. */
export const add: Verb = {
  name: 'principal add',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'let somebody speak as certain agents, and make the key for it, which is shown once',
  about:
    'The ledger stamps the principal on every line, and refuses a line of an agent that is not among its own. Only the ' +
    'principal that sent a handoff confirms or cancels it. Whoever can write to the ledger itself can add principals: ' +
    'guard the file or the database as you guard the keys.',
  arguments: [{ name: 'NAME', about: 'what entries call it, without blanks' }],
  options: {
    agents: { value: 'A,B', about: 'the agents that it speaks as', isRequired: true },
    person: { about: 'it is a person: needed to speak as human' },
    in: {
      value: 'CONVERSATION',
      about: 'a conversation that it may open; every one unless given',
      isMany: true,
    },
    ...newKeyOptions,
    ...byOption,
  },
  example: {
    command: [
      'hearback principal add office --agents ops,release --key-file office.key --ledger office.ledger &&',
      '  hearback principal add shop --agents builder,operator --key-file shop.key --ledger office.ledger',
    ].join('\n'),
    output: ['the key of office is in office.key', 'the key of shop is in shop.key'].join('\n'),
  },
  run: (call) =>
    withLedger(call, ({ ledger }) => {
      const principal = call.words[0] as string;
      const { options } = call;
      const conversations = options.values('in');
      return keepKey(call, principal, () =>
        ledger.principals.add({
          principal,
          agents: (options.value('agents') as string).split(','),
          person: options.has('person'),
          by: writerOf(call),
          ...(conversations.length === 0 ? {} : { conversation: conversations }),
        }),
      );
    }),
};
