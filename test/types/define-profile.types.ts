// Compiled, never run: each @ts-expect-error must be an error, everything else must not be.
import { defineProfile, type Message, type Plan } from '../../src/vocabulary/index.ts';

const head = { profile: 'ship', version: '1', extends: 'RW1' } as const;

const ship = defineProfile({
  profile: 'ship',
  version: '1',
  extends: 'RW1',
  enums: { mode: { AIR: 'by air', SEA: 'by sea' }, ans: { GO: 'send it', STOP: 'do not' } },
  asks: { SHIP: 'send one parcel' },
  slots: [
    { key: 'mode', type: 'enum:mode', on: ['HO', 'RB', 'DN'] },
    { key: 'kilos', type: 'int:1-999', on: ['HO', 'DN'] },
    { key: 'cost', type: 'money', on: ['HO', 'RB', 'DN'], required: true },
    { key: 'via', type: 'list:agent', on: ['HO'] },
  ],
  exec: { SHIP: ['mode', 'kilos', 'cost'] },
  positive: { SHIP: ['cost'] },
  answers: { go: ['GO'] },
  own_line: ['via'],
});

function shipped(m: Message<typeof ship>, plan: Plan<typeof ship, 'SHIP'>): void {
  if (m.type === 'HO') {
    m.slots.cost satisfies string;
    m.slots.mode satisfies 'AIR' | 'SEA' | undefined;
    m.slots.via satisfies readonly string[] | undefined;
  }
  plan.kilos satisfies number;
}

shipped satisfies unknown;

// @ts-expect-error: exce is no key of a profile
defineProfile({ ...head, exce: { REVIEW: ['art'] } });
const asks = { SHIP: '' } as const;
// @ts-expect-error: no ask SHPI
defineProfile({ ...head, asks, exec: { SHPI: ['art'] } });
const kilos = { key: 'kilos', type: 'int:1-9', on: ['HO', 'DN'] } as const;
// @ts-expect-error: no slot kilo
defineProfile({ ...head, slots: [kilos], exec: { FIX: ['kilo'] } });
defineProfile({ ...head, slots: [kilos], exec: { FIX: ['kilos'] } });
// @ts-expect-error: no slot type monye
defineProfile({ ...head, slots: [{ key: 'cost', type: 'monye', on: ['HO'] }] });
const enums = { mode: { AIR: '' }, ans: { GO: '' } } as const;
// @ts-expect-error: no enum modes
defineProfile({ ...head, enums, slots: [{ key: 'mode', type: 'enum:modes', on: ['HO'] }] });
// @ts-expect-error: no message type XX
defineProfile({ ...head, slots: [{ key: 'cost', type: 'money', on: ['XX'] }] });
// @ts-expect-error: no answer YES
defineProfile({ ...head, enums, answers: { go: ['YES'] } });
// @ts-expect-error: a profile has a version
defineProfile({ profile: 'ship', extends: 'RW1' });
