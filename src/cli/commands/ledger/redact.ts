import { UsageError } from '../../../diagnostic/usage-error.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { byOption, writerOf } from '../../ledger/new-key.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

/** `ledger redact`: what an entry said is dropped. */
export const redact: Verb = {
  name: 'ledger redact',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary:
    'drop what an entry said and what is kept beside it; its hash stays, and an entry says who did it and why',
  about:
    'It cannot be taken back. Nothing that is open is redacted. Exports and backups that were made before still have it.',
  arguments: [{ name: 'ENTRY', about: 'its number, as thread shows it' }],
  options: {
    in: { value: 'CONVERSATION', about: 'the conversation; main unless given' },
    reason: { value: 'TEXT', about: 'why, in one sentence: it stays', isRequired: true },
    ...byOption,
  },
  example: {
    command: 'hearback ledger redact 1 --reason "asked for by its subject" --ledger office.ledger',
    output: 'refused, unknown: main has no entry 1',
    exit: 1,
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const conversation = call.options.value('in') ?? 'main';
      const reason = call.options.value('reason') as string;
      const redacted = await ledger.redact({
        conversation,
        sequence: entryOf(call),
        reason,
        by: writerOf(call),
      });
      if (redacted.outcome === 'refused') {
        const text = `refused, ${redacted.reason}: ${escaped(redacted.message)}`;
        return tell(call, { json: { ...redacted }, text, exit: 1 });
      }
      const was = redacted.outcome === 'exists' ? 'was redacted' : 'redacted';
      tell(call, { json: { ...redacted }, text: `${was}: entry ${redacted.entry} says so` });
    }),
};

function entryOf({ words }: Call): number {
  const [word = ''] = words;
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  throw new UsageError('usage/number', `ENTRY: ${shown(word)} is no number of an entry`);
}
