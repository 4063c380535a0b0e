import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswer, checkDone, checkHandoff, checkReadback, checkRelay } from '../../src/checks/index.ts';
import { type AnyMessage, decode, digest, parse } from '../../src/codec/index.ts';
import { type MessageType, neverEchoed, type Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { type Parts, partsOf, written } from '../support/lines.ts';
import { valuesOf } from '../support/values.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';

const numRuns = runs('HEARBACK_READBACK_RUNS', 1500);
const now = '20261001T0900Z';

/** A handoff that asks for every value, and values for each slot that its readback could carry. */
interface Drawn {
  readonly ho: Parts;
  readonly values: Readonly<Record<string, string>>;
  readonly at: number;
}

function drawn(vocabulary: Vocabulary): Arbitrary<Drawn> {
  const keys = [...vocabulary.slots.keys(), 'x_note'];
  const values = fc.record(Object.fromEntries(keys.map((key) => [key, valuesOf(vocabulary, key, 'HO')])));
  return fc.record({ ho: partsOf(vocabulary, 'HO').map(asksForAll), values, at: fc.nat() });
}

/** With rb=all+exec; without criteria and deadline, which have their own tests. */
function asksForAll(ho: Parts): Parts {
  const left = ho.slots.filter(([key]) => !['rb', 'acc', 'keys', 'exp'].includes(key));
  return { ...ho, slots: [...left, ['rb', 'all+exec']] };
}

/** The readback of a handoff: every slot as sent, and the open execution slots filled in. */
function readbackOf(ho: AnyMessage, slots: Parts['slots']): Parts {
  const envelope: Parts['slots'] = [
    ['re', ho.id],
    ['from', ho.to],
    ['to', ho.from],
  ];
  const others = slots.filter(([key]) => key === 'p' || !neverEchoed.has(key));
  return { type: 'RB', id: `${ho.to}-1`, slots: [...envelope, ...others, ['h', digest(ho)]], tail: null };
}

function openSlots(vocabulary: Vocabulary, ho: AnyMessage): readonly string[] {
  const slots = vocabulary.exec.get(String(ho.slots['ask'])) ?? [];
  return slots.filter((slot) => ho.slots[slot] === undefined);
}

function changed(parts: Parts, key: string, value: string): Parts {
  return { ...parts, slots: parts.slots.map(([other, old]) => [other, other === key ? value : old]) };
}

describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  'under %s',
  (_, vocabulary) => {
    const echoed = ([key]: readonly [string, string]): boolean =>
      !neverEchoed.has(key) && !['x_tok', 'x_sig', 'x_kid'].includes(key);

    function exchange({ ho: parts, values }: Drawn): { ho: AnyMessage; rb: Parts } {
      const ho = decode(written(parts));
      const filled = openSlots(vocabulary, ho).map((slot) => [slot, values[slot] ?? ''] as const);
      return { ho, rb: readbackOf(ho, [...parts.slots, ...filled]) };
    }

    test('a readback that says every slot as sent passes, and nothing that it says differently does', () => {
      const property = fc.property(drawn(vocabulary), (one) => {
        const { ho, rb } = exchange(one);
        const whole = parse(written(rb)).message;
        fc.pre(whole !== null); // values filled in at random may break a rule of the profile
        expect(checkReadback({ ho, rb: whole, now })).toMatchObject({
          passes: true,
          roger: true,
          wilco: true,
        });
        const slots = rb.slots.filter(([key]) => ho.slots[key] !== undefined).filter(echoed);
        const [key = 'ask'] = slots[one.at % slots.length] ?? [];
        const other = parse(written(changed(rb, key, one.values[key] ?? 'x'))).message;
        if (other === null || JSON.stringify(other.slots[key]) === JSON.stringify(ho.slots[key])) return;
        const { passes, diagnostics } = checkReadback({ ho, rb: other, now });
        expect(passes).toBe(false);
        expect(diagnostics.some(({ data, severity }) => severity === 'error' && data['slot'] === key)).toBe(
          true,
        );
      });
      fc.assert(property, { numRuns });
    });

    test('a handoff is held to the record that it was made from, and a relay to what it received', () => {
      const property = fc.property(drawn(vocabulary), (one) => {
        const ho = decode(written(one.ho));
        const record = Object.fromEntries(one.ho.slots);
        expect(checkHandoff({ ho, record, now }).passes).toBe(true);
        const slots = one.ho.slots.filter(([key]) => key !== 'from' && key !== 'p');
        const [key = 'ask'] = slots[one.at % slots.length] ?? [];
        const other = parse(written(changed(one.ho, key, one.values[key] ?? 'x'))).message;
        if (other === null || JSON.stringify(other) === JSON.stringify(ho)) return;
        expect(checkHandoff({ ho: other, record, now }).passes).toBe(false);
        expect(checkHandoff({ ho, record: { ...record, [key]: null }, now }).passes).toBe(false);
        const relayed = parse(written({ ...one.ho, id: `${ho.to}-9`, slots: swapped(one.ho.slots) })).message;
        if (relayed === null) return;
        expect(checkRelay({ ho: relayed, received: ho, now }).passes).toBe(true);
        if (['to', 're', 'x_tok', 'x_sig', 'x_kid'].includes(key)) return;
        expect(checkRelay({ ho: relayed, received: other, now }).passes).toBe(false);
      });
      fc.assert(property, { numRuns });
    });

    test('a done report with the values of the plan passes, and with one changed does not', () => {
      const property = fc.property(drawn(vocabulary), (one) => {
        const { ho, rb: parts } = exchange(one);
        const rb = parse(written(parts)).message;
        fc.pre(rb !== null);
        const executed = vocabulary.exec.get(String(ho.slots['ask'])) ?? [];
        const kept = parts.slots.filter(([key]) =>
          ['re', 'p', 'from', 'to', 'item', ...executed].includes(key),
        );
        const dn: Parts = { type: 'DN', id: `${ho.to}-2`, slots: [...kept, ['out', 'OK']], tail: null };
        expect(checkDone({ ho, rb, dn: decode(written(dn)), now }).passes).toBe(true);
        const [key] = executed.slice(one.at % Math.max(executed.length, 1));
        if (key === undefined) return;
        const without = { ...dn, slots: dn.slots.filter(([other]) => other !== key) };
        expect(checkDone({ ho, rb, dn: decode(written(without)), now }).passes).toBe(false);
        const other = parse(written(changed(dn, key, one.values[key] ?? 'x'))).message;
        const planned = ho.slots[key] ?? rb.slots[key];
        if (other === null || JSON.stringify(other.slots[key]) === JSON.stringify(planned)) return;
        expect(checkDone({ ho, rb, dn: other, now }).passes).toBe(false);
      });
      fc.assert(property, { numRuns });
    });
  },
);

test('any two lines are compared without an exception, and what nobody sent to anybody is refused', () => {
  const any = (type: MessageType): Arbitrary<AnyMessage> =>
    fc
      .oneof(...vocabularies.map((vocabulary) => partsOf(vocabulary, type)))
      .map((parts) => decode(written(parts)));
  const property = fc.property(
    any('HO'),
    any('RB'),
    any('DN'),
    any('AQ'),
    any('AN'),
    (ho, rb, dn, aq, an) => {
      const answers = (one: AnyMessage, other: AnyMessage): boolean =>
        one.re === other.id && one.from === other.to && one.to === other.from;
      const kept = 'len:120w+must:monday-problem';
      const record = { ...ho.slots, item: ho.item };
      expect(checkReadback({ ho, rb, now, kept, record }).passes && !answers(rb, ho)).toBe(false);
      expect(checkDone({ ho, rb, dn, now, kept, record }).passes && !answers(dn, ho)).toBe(false);
      expect(checkAnswer({ aq, an }).passes && !answers(an, aq)).toBe(false);
    },
  );
  fc.assert(property, { numRuns });
});

/** From the addressee back to the sender: the one relay that needs no third agent. */
function swapped(slots: Parts['slots']): Parts['slots'] {
  const otherEnd: Readonly<Record<string, string>> = { from: 'to', to: 'from' };
  return slots.map(([key, value]) => [key, slots.find(([other]) => other === otherEnd[key])?.[1] ?? value]);
}
