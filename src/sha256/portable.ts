import { sha256 as noble } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a string's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256(text: string): string {
  return bytesToHex(noble(utf8ToBytes(text)));
}
