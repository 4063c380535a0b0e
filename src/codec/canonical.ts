import { sha256 } from '#sha256';
import type { AnyMessage } from './message.ts';

/**
 * The canonical form that the digest is taken of (spec 4): the JSON twin with keys sorted at every level and no white
 * space, lists in written order. Keys are ASCII, so that sorting them by UTF-16 unit is sorting them by code point.
 */
export function canonical(message: AnyMessage): string {
  const { from, id, item, re, slots, tail, to, type, v } = message;
  let written = '';
  for (const key of Object.keys(slots).sort()) {
    written += `${written === '' ? '' : ','}"${key}":${JSON.stringify(slots[key])}`;
  }
  return (
    `{"from":${JSON.stringify(from)},"id":${JSON.stringify(id)},"item":${JSON.stringify(item)},` +
    `"re":${JSON.stringify(re)},"slots":{${written}},"tail":${JSON.stringify(tail)},"to":${JSON.stringify(to)},` +
    `"type":"${type}","v":"${v}"}`
  );
}

/** SHA-256 of the canonical form, 64 lower-case hex digits: what a ledger keeps. */
export function fullDigest(message: AnyMessage): string {
  return sha256(canonical(message));
}

/** The digest that `h=` carries (spec 4): the first 12 hex digits. It stops accidents, not people. */
export function digest(message: AnyMessage): string {
  return fullDigest(message).slice(0, 12);
}
