import {
  type ActProbe,
  after,
  differing,
  done,
  firstOf,
  keyless,
  no,
  otherless,
  type Probe,
  told,
  uncounted,
  unseen,
  yes,
} from './probe.ts';

/** What an executor does with attempts. */
export const acting: Readonly<Record<ActProbe, Probe>> = {
  answers: {
    claim: 'an attempt is answered in time, as executed',
    spared: () => null,
    look: async (bench) => {
      const attempt = bench.attempt();
      const before = await bench.effects();
      const answer = await bench.act(attempt);
      if (answer.outcome !== 'executed') return no(`it answered ${told(answer)}`);
      bench.first = { attempt, answer };
      bench.done = await done(bench, before);
      return yes(`it answered ${told(answer)}`);
    },
  },
  effect: {
    claim: 'one attempt is one act',
    spared: (bench) => uncounted(bench),
    look: async ({ done: count }) => (count === 1 ? yes('one act') : no(`${count} acts`)),
  },
  values: {
    claim: 'what it says ran is what it was given',
    spared: () => null,
    look: async ({ options, first }) => {
      const different = differing(options.values, first?.answer.values ?? {});
      return different === null ? yes('the same values') : no(different);
    },
  },
  key: {
    claim: 'the same key again is the same act',
    spared: (bench) => keyless(bench),
    look: async (bench) => {
      const { attempt, answer: first } = firstOf(bench);
      const before = await bench.effects();
      const answer = await bench.act({ ...attempt, attempt: 2 });
      const more = await done(bench, before);
      if (more !== null && more > 0) return no(`the second attempt did ${more} more`);
      if (answer.outcome !== 'executed') return no(`the second attempt was answered ${told(answer)}`);
      const other = first.reference !== undefined && answer.reference !== first.reference;
      if (other) return no(`the second attempt was answered with the reference ${answer.reference}`);
      if (more === null && first.reference === undefined)
        return unseen('nobody counts, and it gives no reference');
      return yes('no second act');
    },
  },
  'at-once': {
    claim: 'the same key twice at the same moment is one act',
    spared: (bench, failed) => keyless(bench) ?? uncounted(bench) ?? after(failed, 'key'),
    look: async (bench) => {
      const attempt = bench.attempt();
      const before = await bench.effects();
      await Promise.all([bench.act(attempt), bench.act({ ...attempt, attempt: 2 })]);
      const more = await done(bench, before);
      return more === 1 ? yes('one act') : no(`${more} acts`);
    },
  },
  mismatch: {
    claim: 'the same key with other values does nothing, and says so as declared',
    spared: (bench, failed) => keyless(bench) ?? otherless(bench) ?? after(failed, 'key'),
    look: async (bench) => {
      const { attempt, answer: first } = firstOf(bench);
      const { idempotency } = bench.can;
      const call = { ...attempt.call, values: bench.options.otherValues ?? {} };
      const before = await bench.effects();
      const answer = await bench.act({ ...attempt, call });
      const more = await done(bench, before);
      if (more !== null && more > 0) return no(`it did ${more} more`);
      if (idempotency.kind === 'key' && idempotency.mismatch === 'error')
        return answer.outcome === 'declined' ? yes('it declined') : no(`it answered ${told(answer)}`);
      if (answer.outcome !== 'executed') return no(`it answered ${told(answer)}`);
      const different = differing(first.values, answer.values);
      return different === null ? yes('it answered with what ran first') : no(different);
    },
  },
  own: {
    claim: 'another act is answered with its own values and its own reference',
    spared: (bench) => otherless(bench),
    look: async (bench) => {
      const { answer: first } = firstOf(bench);
      const values = bench.options.otherValues ?? {};
      const attempt = bench.attempt({ values });
      const answer = await bench.act(attempt);
      if (answer.outcome !== 'executed') return no(`it answered ${told(answer)}`);
      bench.second = { attempt, answer };
      if (answer.reference !== undefined && answer.reference === first.reference)
        return no(`both acts are called ${answer.reference}`);
      const different = differing(values, answer.values);
      const first0 = differing(first.values, answer.values);
      // an executor that changes every value is told as that one, by `values`
      return different !== null && first0 === null
        ? no('it answered with the values of the first act')
        : yes('its own');
    },
  },
};
