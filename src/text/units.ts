/** What stands in units for a UTF-16 unit that is not ASCII. */
export const beyondAscii = 0xff;

/** Whether the units between two offsets have a form. */
export type UnitTest = (units: Uint8Array, start: number, end: number) => boolean;

const bytesOfUnit = 3; // of UTF-8 at most: encodeInto never runs out of room
const encoder = new TextEncoder();

/** Room for the units of a text of at most so many UTF-16 units. */
export function roomFor(mostUnits: number): Uint8Array {
  return new Uint8Array(mostUnits * bytesOfUnit);
}

/**
 * Writes a text's UTF-16 units, those beyond ASCII as `beyondAscii`: reading them from a table costs half of
 * `charCodeAt`. False when some are beyond ASCII; a text of ASCII is as long in UTF-8 as in UTF-16.
 */
export function readUnits(text: string, units: Uint8Array): boolean {
  if (encoder.encodeInto(text, units).written === text.length) return true;
  for (let at = 0; at < text.length; at++) units[at] = Math.min(text.charCodeAt(at), beyondAscii);
  return false;
}

const longestWritten = 8192; // of a line: no value is longer
const written: Uint8Array = roomFor(longestWritten);

/** The test of units, of a text that stands alone. */
export function onText(test: UnitTest): (text: string) => boolean {
  return (text) => {
    if (text.length > longestWritten) return false;
    readUnits(text, written);
    return test(written, 0, text.length);
  };
}
