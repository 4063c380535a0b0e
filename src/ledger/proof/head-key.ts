import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import { writeNew } from './durable-file.ts';
import { keyName } from './heads.ts';

/** Where the key that signs heads is: a file that its owner alone may read, or a variable of the environment. */
export type KeyPlace = { readonly file: string } | { readonly environment: string };

/** A new key: its name, and where its halves are. */
export interface HeadKey {
  readonly key: string;
  readonly privateFile: string;
  /** To be kept by whoever verifies. */
  readonly publicFile: string;
}

/**
 * Makes an Ed25519 key: the private half (PKCS #8, PEM) in a new file that its owner alone may read, the public half (SPKI,
 * PEM) beside it as `.pub`. Throws UsageError where one of them is there already.
 */
export function makeHeadKey(privateFile: string): HeadKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicFile = `${privateFile}.pub`;
  writeNew(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  try {
    writeNew(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  } catch (error) {
    rmSync(publicFile);
    throw error;
  }
  return { key: keyName(publicKey), privateFile, publicFile };
}

/** The private key at a place, in PEM. Throws UsageError where there is none, or where others may read its file. */
export function headKeyAt(
  place: KeyPlace,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if ('file' in place) return keyFile(place.file);
  const value = environment[place.environment];
  if (value === undefined || value === '')
    throw new UsageError(
      'usage/key',
      `the environment has no ${shown(place.environment)}: it holds the key that signs heads`,
    );
  return value.replaceAll('\\n', '\n'); // as files of variables write a line end
}

function keyFile(file: string): string {
  let mode: number;
  let text: string;
  try {
    ({ mode } = statSync(file));
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError('usage/key', `the key that signs heads cannot be read: ${(error as Error).message}`);
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new UsageError(
      'usage/key',
      `others than its owner may read ${shown(file)}: chmod 600 it, and make a new key`,
    );
  return text;
}
