export { builtIn } from './built-in.ts';
export { clin } from './data/clin.ts';
export { core as coreData } from './data/core.ts';
export { deploy } from './data/deploy.ts';
export { pay } from './data/pay.ts';
export { pform } from './data/pform.ts';
export { defineProfile, ProfileError } from './define-profile.ts';
export { type LoadedProfile, loadProfile } from './load.ts';
export type { ProfileData, ProfileSlot, ShapeRule, SumRule, TogetherRule } from './profile-data.ts';
export { profileSet } from './profile-set.ts';
export type { Profiles } from './profiles.ts';
export { type AddedProfiles, profilesOf } from './profiles-of.ts';
export { hashOf, resolve } from './resolve.ts';
export { isDay, isTime, isTimeOfDay, type SlotType, slotType, slotTypeNames } from './slot-types.ts';
export {
  type AgentOf,
  type AskOf,
  type CodeOf,
  type Core,
  type Day,
  day,
  type Message,
  type MessageOf,
  type Money,
  money,
  type Plan,
  type Slots,
  type Time,
  time,
} from './typed.ts';
export type {
  ConstraintKey,
  MessageType,
  ScalarValue,
  SlotRow,
  SlotValue,
  TypeRow,
  Vocabulary,
} from './vocabulary.ts';
export { levels, neverEchoed } from './vocabulary.ts';
