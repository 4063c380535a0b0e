import { UsageError } from '../diagnostic/usage-error.ts';
import { shown } from '../text/shown.ts';
import type { core } from './data/core.ts';
import type { ProfileData, ProfileSlot } from './profile-data.ts';
import { isDay, isMoney, isTime } from './slot-types.ts';
import type { MessageType } from './vocabulary.ts';

declare const brand: unique symbol;

/** An amount as written, `5400.00`: a text, so that no arithmetic happens by accident. */
export type Money = string & { readonly [brand]: 'money' };
/** A real day, `20261002`. */
export type Day = string & { readonly [brand]: 'day' };
/** A real moment in UTC, `20261002T1405Z`. */
export type Time = string & { readonly [brand]: 'time' };

/** A text as an amount; throws UsageError `usage/money` when it has not the one shape of R14. */
export function money(text: string): Money {
  if (isMoney(text)) return text as Money;
  throw new UsageError(
    'usage/money',
    `${shown(text)} is no amount: write digits with two decimals, as in 5400.00`,
  );
}

/** A text as a day; throws UsageError `usage/day` when it is no real YYYYMMDD. */
export function day(text: string): Day {
  if (isDay(text)) return text as Day;
  throw new UsageError('usage/day', `${shown(text)} is no day: write YYYYMMDD`);
}

/** A text as a moment; throws UsageError `usage/time` when it is no real YYYYMMDDTHHMMZ. */
export function time(text: string): Time {
  if (isTime(text)) return text as Time;
  throw new UsageError('usage/time', `${shown(text)} is no time: write YYYYMMDDTHHMMZ, in UTC`);
}

/** No profile: lines without `p=`. */
export interface Core extends ProfileData {
  readonly profile: 'core';
  readonly enums: Readonly<Record<never, never>>;
  readonly asks: Readonly<Record<never, never>>;
  readonly slots: readonly [];
  readonly exec: Readonly<Record<never, never>>;
}

type CoreData = typeof core;
type Types = CoreData['types'];
type Envelope = 're' | 'from' | 'to' | 'item';
type Absent = Readonly<Record<never, never>>;

/** Codes of an enum of a profile, the core's among them. */
export type CodeOf<P extends ProfileData, N extends string> =
  | (N extends keyof CoreData['enums'] ? keyof CoreData['enums'][N] : never)
  | (N extends 'ask' ? keyof Or<P['asks'], Absent> : never)
  | (N extends keyof Or<P['enums'], Absent> ? keyof Or<P['enums'], Absent>[N] : never);

/** The asks of a profile, the core's among them. */
export type AskOf<P extends ProfileData> = CodeOf<P, 'ask'>;

/** The agents of a profile and `human`; any name where the profile names none. */
export type AgentOf<P extends ProfileData> = P['agents'] extends readonly [string, ...(readonly string[])]
  ? P['agents'][number] | 'human'
  : string;

/** What a slot type decodes to under a profile. */
export type ValueOf<P extends ProfileData, T> = T extends `list:${infer E}`
  ? readonly ValueOf<P, E>[]
  : T extends `enum:${infer N}`
    ? CodeOf<P, N>
    : T extends `int:${string}` | 'days'
      ? number
      : T extends keyof Values
        ? Values[T]
        : T extends 'agent'
          ? AgentOf<P>
          : string;

interface Values {
  readonly money: Money;
  readonly date: Day;
  readonly time: Time;
  readonly bool: boolean;
}

type Or<T, Otherwise> = T extends undefined ? Otherwise : Exclude<T, undefined>;

type OwnSlots<P extends ProfileData> = P['slots'] extends readonly ProfileSlot[] ? P['slots'][number] : never;

/** Slots of the core that a type lists as required, or as optional, itself or by the type whose slots it takes too. */
type CoreRequired<T extends MessageType> = Exclude<Types[T]['required'][number], Envelope>;
type CoreOptional<T extends MessageType> = Exclude<Listed<T> | AlsoListed<T>, Envelope | CoreRequired<T>>;
type Listed<T extends MessageType> = Types[T]['required'][number] | Types[T]['optional'][number];
type AlsoListed<T extends MessageType> = Types[T] extends { readonly also: infer A extends MessageType }
  ? Listed<A>
  : never;
type TakenFrom<T extends MessageType> = Types[T] extends { readonly also: infer A } ? T | A : T;

type OwnOn<S, T extends MessageType> = S extends { readonly on: readonly (infer O)[] }
  ? TakenFrom<T> & O extends never
    ? never
    : S
  : never;
type OwnRequired<S, T extends MessageType> = S extends {
  readonly required: true;
  readonly on: readonly (infer O)[];
}
  ? T extends O
    ? S
    : never
  : never;
type KeyOf<S> = S extends { readonly key: infer K extends string } ? K : never;

/** The slots of a message: those that its type requires are there, those that it may carry can be. */
export type Slots<P extends ProfileData, T extends MessageType> = {
  readonly [K in CoreRequired<T>]: CoreValue<P, K>;
} & {
  readonly [K in CoreOptional<T>]?: CoreValue<P, K>;
} & {
  readonly [S in OwnRequired<OwnSlots<P>, T> as KeyOf<S>]: OwnValue<P, S>;
} & {
  readonly [S in Exclude<OwnOn<OwnSlots<P>, T>, OwnRequired<OwnSlots<P>, T>> as KeyOf<S>]?: OwnValue<P, S>;
} & {
  readonly [extension in `x_${string}`]?: string;
} & (P['profile'] extends 'core' ? unknown : { readonly p: P['profile'] });

type CoreValue<P extends ProfileData, K> = K extends keyof CoreData['slots']
  ? ValueOf<P, CoreData['slots'][K]['type']>
  : never;
type OwnValue<P extends ProfileData, S> = S extends { readonly type: infer T } ? ValueOf<P, T> : never;

type Requires<T extends MessageType, K extends string> = K extends Types[T]['required'][number]
  ? true
  : false;

/** One type of message under a profile. */
export interface MessageOf<P extends ProfileData, T extends MessageType> {
  readonly v: 'RW1';
  readonly type: T;
  readonly id: string;
  readonly re: Requires<T, 're'> extends true ? string : string | null;
  readonly from: AgentOf<P>;
  readonly to: AgentOf<P>;
  readonly item: Requires<T, 'item'> extends true ? string : string | null;
  readonly slots: Slots<P, T>;
  readonly tail: string | null;
}

/**
 * A message under a profile, told apart by its type: after `if (m.type === 'HO')`, `m.slots.amt` is
 * `Money | undefined` under pay and an error of the compiler under core.
 */
export type Message<P extends ProfileData = Core> = {
  readonly [T in MessageType]: MessageOf<P, T>;
}[MessageType];

/** The values that an act runs with: every execution slot that the profile names for the ask (spec 6.2). */
export type Plan<P extends ProfileData, A extends keyof NonNullable<P['exec']>> = {
  readonly [K in ExecSlot<P, A>]: K extends keyof CoreData['slots']
    ? CoreValue<P, K>
    : OwnValue<P, SlotOf<P, K>>;
};

type ExecSlot<P extends ProfileData, A extends keyof NonNullable<P['exec']>> = NonNullable<
  P['exec']
>[A] extends readonly (infer K extends string)[]
  ? K
  : never;
type SlotOf<P extends ProfileData, K> = Extract<OwnSlots<P>, { readonly key: K }>;
