export { canonical, digest, fullDigest } from './canonical.ts';
export { DecodeError, decode } from './decode.ts';
export { encode, lineOf, placeOf } from './encode.ts';
export { build, fromJson, type MessageJson, type MessageParts, type Read, toJson } from './json.ts';
export { type AnyMessage, unknownKeysOf, vocabularyOf } from './message.ts';
export { parse } from './parse.ts';
export type { Heard, Parsed, ReadOptions } from './parsed.ts';
export { differOnlyInNormalisation, sameValue, written } from './value.ts';
