import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { core } from './data/core.ts';
import { loadProfile } from './load.ts';
import type { ProfileData } from './profile-data.ts';
import type { AskOf, CodeOf } from './typed.ts';

/** Thrown where a profile was demanded of something that is none; carries every finding. */
export class ProfileError extends Error {
  readonly code = 'profile/refused';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('; '));
    this.name = 'ProfileError';
    this.diagnostics = diagnostics;
  }
}

type OwnKey<P extends ProfileData> = NonNullable<P['slots']>[number]['key'];
type AnyKey<P extends ProfileData> = OwnKey<P> | keyof (typeof core)['slots'];
type EnumName<P extends ProfileData> =
  | keyof (typeof core)['enums']
  | (keyof NonNullable<P['enums']> & string);
type Scalar<P extends ProfileData> =
  | 'token'
  | 'ref'
  | 'msgid'
  | 'date'
  | 'time'
  | 'money'
  | 'num'
  | 'digest'
  | 'days'
  | 'bool'
  | 'agent'
  | `int:${number}-${number}`
  | `enum:${EnumName<P>}`;
type CheckedSlots<P extends ProfileData, S> = {
  readonly [I in keyof S]: S[I] & { readonly type: Scalar<P> | `list:${Scalar<P>}` };
};
type ByAsk<P extends ProfileData, M> = {
  readonly [A in keyof M]: A extends AskOf<P> ? readonly AnyKey<P>[] : never;
};

/** What the compiler can hold a profile to: known keys, slot types, asks, slots and answers. */
export type CheckedProfile<P extends ProfileData> = {
  readonly [K in Exclude<keyof P, keyof ProfileData>]: never;
} & {
  readonly slots?: CheckedSlots<P, P['slots']>;
  readonly exec?: ByAsk<P, P['exec']>;
  readonly positive?: ByAsk<P, P['positive']>;
  readonly asks_used?: readonly AskOf<P>[];
  readonly irreversible?: readonly AskOf<P>[];
  readonly own_line?: readonly AnyKey<P>[];
  readonly open_scripts?: readonly OwnKey<P>[];
  readonly single_use?: readonly OwnKey<P>[];
  readonly approval?: OwnKey<P>;
  readonly amounts?: Readonly<Record<string, AnyKey<P>>>;
  readonly evidence?: {
    readonly pointer: AnyKey<P>;
    readonly sought?: Readonly<Record<string, readonly AnyKey<P>[]>>;
    readonly matter?: readonly AnyKey<P>[];
  };
  readonly roles?: {
    readonly [A in keyof P['roles']]: {
      readonly gives?: readonly AskOf<P>[];
      readonly takes?: readonly AskOf<P>[];
    };
  };
  readonly answers?: {
    readonly go?: readonly CodeOf<P, 'ans'>[];
    readonly stop?: readonly CodeOf<P, 'ans'>[];
  };
};

/**
 * A profile of your own, its literal types kept for `Message` and `Plan`. The compiler refuses what it can see; at run
 * time the profile is judged as `loadProfile` judges it, and ProfileError carries the findings.
 */
export function defineProfile<const P extends ProfileData>(data: P & CheckedProfile<P>): P {
  const { profile, diagnostics } = loadProfile(data);
  if (profile === null) throw new ProfileError(diagnostics);
  return profile as P; // loadProfile has copied the data unchanged
}
