import { levelsFor } from '../codec/asked.ts';
import type { CoreData } from '../vocabulary/core-data.ts';
import { coreData } from '../vocabulary/index.ts';
import type { ProfileData } from '../vocabulary/profile-data.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { Scope } from './scope.ts';
import { plain, section } from './words.ts';

const { levels }: CoreData = coreData;

/** Readback, refusal, closing: what the protocol asks of whoever writes lines (spec 6). */
export function protocolRules({ vocabulary, asks }: Scope): string[] {
  const demanding = (level: 'exec' | 'all'): string[] =>
    asks.filter((ask) => levelsFor(ask, vocabulary).includes(level));
  const demands = (['exec', 'all'] as const).filter((level) => demanding(level).length > 0);
  return section('RULES', [
    "Work passes over only when the RB passes the sender's check. It repeats, as you will act, what rb= names: " +
      `${Object.entries(levels)
        .map((level) => level.join(' '))
        .join('; ')}; a slot, that too. Default echo.`,
    ...demands.map((level) => `${demanding(level).join(' ')}: rb=${level}`),
    'Wrong RB: send the HO again, re= that RB. No RB: again, re= the HO; already read back: UN why=DUP.',
    'UN why=VER: other version; why=UNK: unknown type or code, put in tail; why=SCOPE: not for you. Never guess.',
    'Each HO closes once: DN UN FL by receiver, CX by sender. Answer CX: AN val=Y, or the DN if it ran.',
    'DN: execution slots as the tool returned them. Wrong: HO ask=UNDO ctx=the DN.',
    "exp: no act or confirmation from then on; RB's not after HO's. h: only by code.",
    'need=ENUM needs opts; AN val is one. need=TEXT: val=tail. Confirm an RB: AN val=Y and its x_tok.',
  ]);
}

/** What the profile's own keys ask of a line (spec 5 R23). */
export function profileRules({ vocabulary, slots, asks, isLean }: Scope): string[] {
  const { profile } = vocabulary;
  if (profile === null) return [];
  const isShown = (key: string): boolean => slots.some((slot) => slot.key === key);
  const rules = [
    ...(isLean ? [] : (profile.item_examples ?? []).slice(0, 1).map((example) => `item like ${example}`)),
    ...kinds(profile),
    ...(profile.sums ?? []).filter(({ total, parts }) => [total, ...parts].every(isShown)).map(sum),
    ...(profile.together ?? []).filter((rule) => [...rule.if, ...rule.then].every(isShown)).map(together),
    ...(profile.shapes ?? []).filter(({ slot }) => isShown(slot)).map(shape),
    ...(profile.tail_on ? [`${profile.tail_on.join(' ')} needs a tail`] : []),
    ...Object.entries(profile.positive ?? {})
      .filter(([ask]) => asks.includes(ask))
      .map(([ask, keys]) => `${ask}: ${keys.join(' ')} above 0`),
    ...answers(vocabulary),
  ];
  const notes = isLean ? [] : Object.values(profile.translation ?? {});
  return [...(rules.length > 0 ? [`${rules.join('; ')}`] : []), ...notes].map(plain);
}

function kinds({ item_kinds: kinds, item_kinds_on: on }: ProfileData): string[] {
  if (!kinds || !on) return [];
  return [`${on.join(' ')} item is kind:concept, kind ${Object.keys(kinds).join(' ')}`];
}

function sum({ total, parts, when }: NonNullable<ProfileData['sums']>[number]): string {
  const conditions = Object.entries(when ?? {}).map(
    ([key, values]) => `${key} ${values.map((value) => value ?? 'absent').join(' or ')}`,
  );
  return `${parts.join('+')}=${total}${conditions.length > 0 ? ` if ${conditions.join(', ')}` : ''}`;
}

function together({ on, if: given, then }: NonNullable<ProfileData['together']>[number]): string {
  return `${on.join(' ')}${given.length > 0 ? ` with ${given.join(' ')}` : ''} carries ${then.join(' ')}`;
}

function shape({ slot, on, forms }: NonNullable<ProfileData['shapes']>[number]): string {
  return `${slot}${on ? ` on ${on.join(' ')}` : ''}: ${forms.join(' ')}`;
}

function answers({ enums, go, stop }: Vocabulary): string[] {
  if (go.size === 0) return [];
  const rest = [...(enums.get('ans')?.keys() ?? [])].filter((code) => !go.has(code));
  const stops = rest.every((code) => stop.has(code)) ? 'others' : [...stop].join(' ');
  return [`${[...go].join(' ')} is go, ${stops} stop`];
}
