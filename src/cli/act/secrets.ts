import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Configured } from './executors.ts';

/** The secrets that an executor of the config file works with, to look for in what it says; none of them is ever told. */
export function secretsOf({ found, environment }: Configured, ask: string): readonly string[] {
  const places = placesIn(found.config.executors?.[ask]);
  return places.flatMap(({ environment: name, file }) => {
    const value = name === undefined ? read(resolve(found.folder, file ?? '')) : environment[name];
    return value === undefined || value === '' ? [] : [value];
  });
}

interface Place {
  readonly environment?: string;
  readonly file?: string;
}

type Members = Readonly<Record<string, unknown>>;

/** Every place under `secrets`, `credentials` and `callback`; executorOf has seen their form. */
function placesIn(json: unknown): readonly Place[] {
  const { secrets = {}, credentials = {}, callback } = json as Members;
  const own = callback === undefined ? [] : [(callback as { readonly secret: Place }).secret];
  return [
    ...(Object.values(secrets as Members) as Place[]),
    ...(Object.values(credentials as Members) as Place[]),
    ...own,
  ];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    return undefined; // the executor says that it is not there
  }
}
