import { UsageError } from '../../../diagnostic/usage-error.ts';
import { checkedOrigin } from '../../../server/security/hosts.ts';
import { escaped } from '../../../text/shown.ts';
import { byOption, writerOf } from '../../ledger/new-key.ts';
import { numberOption } from '../../ledger/number-option.ts';
import { withLedger } from '../../ledger/open.ts';
import { momentText } from '../../ledger/plain.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

const hour = 3_600_000;
const longestHours = 720;

/** `person add`: a one-time link. */
export const add: Verb = {
  name: 'person add',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'let a person decide on the console: a link by which they make their passkey, once',
  about:
    'The person becomes a principal that speaks as human and has no key: only the passkey, with its owner verified by the ' +
    'device, opens a session on the console. Hand the link to that person and nobody else; whoever opens it first is that ' +
    'person from then on. Once more for the same name makes a link for a further device.',
  arguments: [{ name: 'NAME', about: 'what entries call the person, without blanks' }],
  options: {
    console: {
      value: 'ORIGIN',
      about: 'where people open the console; else HEARBACK_CONSOLE, else http://localhost:8417',
    },
    hours: { value: 'N', about: 'how long the link holds; 24 unless given' },
    in: {
      value: 'CONVERSATION',
      about: 'a conversation that a new person may look at; every one unless given',
      isMany: true,
    },
    ...byOption,
  },
  example: {
    command:
      'hearback person add m.okafor --ledger office.ledger > link.txt 2> told.txt && cut -c 1-28 link.txt',
    output: 'http://localhost:8417/enrol/',
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const [person = ''] = call.words;
      const { options, world } = call;
      const hours = numberOption(call, 'hours', 24);
      if (hours < 1 || hours > longestHours)
        throw new UsageError('usage/number', `--hours is from 1 to ${longestHours}`);
      const origin = checkedOrigin(
        options.value('console') ?? world.environment['HEARBACK_CONSOLE'] ?? 'http://localhost:8417',
      );
      const conversation = options.values('in');
      const { secret, until } = await ledger.people.invite({
        person,
        life: hours * hour,
        by: writerOf(call),
        ...(conversation.length === 0 ? {} : { conversation }),
      });
      const link = `${origin}/enrol/${secret}`;
      const text = `the link of ${escaped(person)}; it is shown this once and holds once, until ${momentText(until)}`;
      tell(call, { json: { person, link, until }, line: link, text });
    }),
};
