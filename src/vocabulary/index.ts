export { builtIn } from './built-in.ts';
export { core as coreData } from './data/core.ts';
export { type LoadedProfile, loadProfile } from './load.ts';
export type { ProfileData, ProfileSlot, ShapeRule, SumRule, TogetherRule } from './profile-data.ts';
export { profileSet } from './profile-set.ts';
export type { Profiles } from './profiles.ts';
export { type AddedProfiles, profilesOf } from './profiles-of.ts';
export { resolve } from './resolve.ts';
export { isDay, isTime, isTimeOfDay, type SlotType, slotType, slotTypeNames } from './slot-types.ts';
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
