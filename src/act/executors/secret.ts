import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';

/** Where a secret is kept. Only the name of that place is ever written, told or stored. */
export type SecretPlace = { readonly environment: string } | { readonly file: string };

/** From where secrets are read; this process's own environment and disk unless given. */
export interface SecretsAt {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly readFile?: (path: string) => string;
  /** What the names of files are relative to. */
  readonly folder?: string;
}

/** A secret by the name of its place: read anew at every use, so that it may be changed, and shown by nothing (T17). */
export class Secret {
  /** What it may be called. */
  readonly name: string;
  readonly #read: () => string | undefined;

  constructor(place: SecretPlace, at: SecretsAt = {}) {
    const { environment = process.env, readFile = readText, folder = '.' } = at;
    if ('environment' in place) {
      this.name = place.environment;
      this.#read = () => environment[place.environment];
    } else {
      this.name = place.file;
      this.#read = () => readFile(resolve(folder, place.file));
    }
  }

  /** The secret itself, without the line end of its file. Throws UsageError `usage/secret` that names the place alone. */
  value(): string {
    const value = this.#tried()?.replace(/\r?\n$/, '');
    if (value === undefined || value === '')
      throw new UsageError('usage/secret', `the secret ${this.name} is not there: set it, and try again`);
    return value;
  }

  toString(): string {
    return `[secret ${this.name}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  #tried(): string | undefined {
    try {
      return this.#read();
    } catch {
      return undefined; // what the disk says of it names no more than the place
    }
  }
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Why what needs these secrets cannot be done now; null when it can. */
export function lackOf(secrets: readonly Secret[]): string | null {
  const lack = withSecrets(() => secrets.map((secret) => secret.value()));
  return lack instanceof UsageError ? lack.message : null;
}

/** What is made with secrets, or why it cannot be: a secret that is not there is told before anything is sent. */
export function withSecrets<T>(make: () => T): T | UsageError {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

/** What is shorter stands in many a text by chance: an amount, a currency. */
const shortest = 8;

/** A text in which each secret of 8 characters or more is replaced by its name, whatever it got there by. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  let clean = text;
  for (const secret of secrets) {
    for (const form of formsOf(valueIn(secret))) clean = clean.replaceAll(form, secret.toString());
  }
  return clean;
}

/** As it is, and as the inside of a JSON text. */
function formsOf(value: string | null): readonly string[] {
  if (value === null || value.length < shortest) return [];
  const quoted = JSON.stringify(value).slice(1, -1);
  return quoted === value ? [value] : [value, quoted];
}

function valueIn(secret: Secret): string | null {
  try {
    return secret.value();
  } catch {
    return null;
  }
}
