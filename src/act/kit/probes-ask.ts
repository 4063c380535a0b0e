import { inspect } from 'node:util';
import {
  type AskProbe,
  after,
  done,
  firstOf,
  foundAs,
  keyless,
  lookless,
  no,
  otherless,
  type Probe,
  told,
  unseen,
  yes,
} from './probe.ts';

/** What an executor says of what was done, declines, and reverses. */
export const asking: Readonly<Record<AskProbe, Probe>> = {
  'look-up-finds': {
    claim: 'a look-up finds what was done, with what ran',
    spared: (bench) => lookless(bench),
    look: async (bench) => {
      const { attempt, answer } = firstOf(bench);
      return foundAs(answer, await bench.lookUpDone(attempt, answer.reference ?? null));
    },
  },
  'look-up-own': {
    claim: 'a look-up of another act finds that one',
    spared: (bench, failed) =>
      lookless(bench) ??
      otherless(bench) ??
      after(failed, 'own') ??
      after(failed, 'look-up-finds') ??
      (bench.second === null ? 'there is no second act' : null),
    look: async (bench) => {
      const { second } = bench;
      if (second === null) return unseen('there is no second act');
      const { attempt, answer } = second;
      return foundAs(answer, await bench.lookUpDone(attempt, answer.reference ?? null));
    },
  },
  'look-up-nothing': {
    claim: 'a look-up of what was never asked finds nothing',
    spared: (bench) => lookless(bench),
    look: async (bench) => {
      const found = await bench.lookUp(bench.attempt());
      return found.outcome === 'not-found' || found.outcome === 'unknown'
        ? yes(`it says ${found.outcome}`)
        : no(`it says ${found.outcome}`);
    },
  },
  deadline: {
    claim: 'a call past its valid-until is declined and not done',
    spared: ({ can }) => (can.deadline ? null : 'it does not declare deadline'),
    look: async (bench) => {
      const before = await bench.effects();
      const answer = await bench.act(bench.attempt({ validUntil: '20000101T0000Z' }));
      const more = await done(bench, before);
      if (more !== null && more > 0) return no(`it did ${more}`);
      return answer.outcome === 'declined' ? yes('it declined') : no(`it answered ${told(answer)}`);
    },
  },
  final: {
    claim: 'what it declines for good stays undone, however often it is sent',
    spared: (bench, failed) =>
      keyless(bench) ??
      after(failed, 'key') ??
      (bench.options.declined === undefined ? 'give it values that are declined' : null),
    look: async (bench) => {
      const attempt = bench.attempt({ values: bench.options.declined ?? {} });
      const before = await bench.effects();
      const first = await bench.act(attempt);
      if (first.outcome !== 'declined') return no(`it answered ${told(first)} to values that are declined`);
      if (!first.final) return unseen('its no is not final');
      const again = await bench.act({ ...attempt, attempt: 2 });
      const more = await done(bench, before);
      if (more !== null && more > 0) return no(`it said final, and did ${more}`);
      return again.outcome === 'declined'
        ? yes('it declined again')
        : no(`it said final, then ${told(again)}`);
    },
  },
  refuses: {
    claim: 'an act without its values is declined, in words that can be read',
    spared: () => null,
    look: async (bench) => {
      const before = await bench.effects();
      const answer = await bench.act(bench.attempt({ values: {} }));
      const more = await done(bench, before);
      const next = 'have it decline an act that lacks a value which it needs';
      if (more !== null && more > 0) return no(`it did ${more}; ${next}`);
      return answer.outcome === 'declined' ? yes('it declined') : no(`it answered ${told(answer)}; ${next}`);
    },
  },
  reverses: {
    claim: 'what it did can be reversed',
    spared: ({ can }) => (can.reversal ? null : 'it does not declare reversal'),
    look: async (bench) => {
      const { attempt, answer: first } = firstOf(bench);
      const reverses = { report: 'kit-2', key: attempt.key, reference: first.reference ?? null };
      const answer = await bench.reverse(bench.attempt({ values: attempt.call.values, reverses }));
      const well = answer.outcome === 'executed' || answer.outcome === 'pending';
      return well ? yes(`it answered ${told(answer)}`) : no(`it answered ${told(answer)}`);
    },
  },
  secrets: {
    claim: 'its secrets are in nothing that it says or shows',
    spared: ({ options }) => (options.secrets === undefined ? 'give it the secrets to look for' : null),
    look: async ({ said, executor, options }) => {
      const shown = [...said, String(executor), inspect(executor, { depth: 8, showHidden: true })];
      const leaking = shown.filter((text) => options.secrets?.some((secret) => text.includes(secret)));
      return leaking.length === 0
        ? yes('none')
        : no(`in ${leaking.length} of ${shown.length} things that it said or shows`);
    },
  },
};
