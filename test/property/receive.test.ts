import fc, { type Arbitrary } from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { receive } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { oneEditFrom } from '../support/edits.ts';
import { at, HO0, record } from '../support/ledger/lines.ts';
import { type Office, officeAt } from '../support/ledger/office.ts';
import { validLine, validParts } from '../support/lines.ts';
import { vocabularies } from '../support/vocabularies.ts';

/** What the ledger holds: something of each kind that a line can come to. */
const held = [
  HO0,
  'RW1 HO scheduler-2 from=scheduler to=payer item=doc:7 ask=DRAFT // go on',
  'RW1 HO scheduler-3 from=scheduler to=payer item=doc:8 ask=DRAFT exp=20261002T1430Z',
  'RW1 HO scheduler-4 from=scheduler to=payer item=doc:9 ask=DRAFT rb=acc',
  'RW1 AQ scheduler-5 from=scheduler to=payer item=doc:7 need=YESNO // is it there?',
  'RW1 HO scheduler-6 from=scheduler to=writer item=doc:7 ask=DRAFT',
  'RW1 ST scheduler-7 from=scheduler to=payer item=doc:7',
] as const;
const declined: readonly string[] = [held[2], held[5]];

/** A line that is held, with something done to its text. */
const alike: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...held), fc.nat(), fc.constantFrom('', ' ', 'x', ' // y', '\u202e', '\0', '1'))
  .map(([line, place, text]) => {
    const cut = place % (line.length + 1);
    return line.slice(0, cut) + text + line.slice(cut + (place % 2));
  });

const anything: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...held),
  alike,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(...vocabularies).chain(validLine),
  fc
    .constantFrom(...vocabularies)
    .chain((vocabulary) => oneEditFrom(validParts(vocabulary)).map(({ line }) => line)),
);

describe('whatever comes in', () => {
  let office: Office;
  beforeEach(async () => {
    office = officeAt(openMemory());
    for (const line of held)
      expect(await office.scheduler.send(line, line === HO0 ? { record } : {})).toMatchObject({
        outcome: 'accepted',
      });
    office.clock.now = at('14:30:00');
  });

  const entries = () => office.scheduler.thread({ limit: 1_000_000 });

  test('nothing is thrown, what is not held is never handed on, and no more is written than one UN a handoff', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('payer', 'auditor'), async (line, me) => {
        const before = (await entries()).length;
        const ledger = me === 'payer' ? office.payer : office.scheduler;
        const received = await receive(line, { me, ledger });
        const written = (await entries()).slice(before);
        const isNew = received.outcome === 'answered' && received.because !== 'repeat';
        expect(written.map(({ type }) => type)).toEqual(isNew ? ['UN'] : []);
        if ('entry' in received) expect(line.replace(/\r?\n$/, '')).toBe(received.entry.line);
        if (isNew) expect(declined).toContain(received.entry.line);
        seen.add(received.outcome === 'none' ? received.because : received.outcome);
      }),
      { numRuns: 1_500 },
    );
    expect((await entries()).length).toBeLessThanOrEqual(held.length + declined.length);
    const all = ['act', 'handoff', 'brief', 'message', 'answered', 'reply'];
    const none = ['not-kept', 'unreadable', 'other-line', 'not-addressed'];
    expect([...seen]).toEqual(expect.arrayContaining([...all, ...none]));
  });

  test('what could only be declined by too long a line is told, and not declined', async () => {
    const name = 'a'.repeat(4_040);
    const sender = office.ledger.as({ principal: 'long', agents: [name] });
    const line = `RW1 HO ${name}-1 from=${name} to=payer item=doc:8 ask=DRAFT exp=20261002T1500Z`;
    expect(await sender.send(line)).toMatchObject({ outcome: 'accepted' });
    office.clock.now = at('15:00:00');
    const before = (await entries()).length;
    expect(await receive(line, { me: 'payer', ledger: office.payer })).toMatchObject({
      ...{ outcome: 'none', because: 'not-composed', diagnostics: [{ code: 'line/too-long' }] },
    });
    expect(await entries()).toHaveLength(before);
  });

  test.each([undefined, null, 7, {}, [], Symbol.iterator, () => held[1]])('%s is no line', async (value) => {
    const received = await receive(value as string, { me: 'payer', ledger: office.payer });
    expect(received).toMatchObject({ outcome: 'none', because: 'unreadable' });
    expect(await entries()).toHaveLength(held.length);
  });
});
