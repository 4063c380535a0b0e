import { Secret, type SecretPlace, type SecretsAt, withoutSecrets } from './secret.ts';

/** What a child process is given by its environment. */
export interface ChildEnvironment {
  /** Variables by name; `PATH`, `HOME` and the like are passed on besides, and nothing else of this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Secrets that the child needs: the variable that it gets them by, and where each is kept. */
  readonly secrets?: Readonly<Record<string, SecretPlace>>;
}

/** Variables that say where a process is, and nothing of who runs it. */
const harmless = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot'];

/** The secrets of a child, by the variable that carries them. */
export function secretsOf({ secrets = {} }: ChildEnvironment, at: SecretsAt): ReadonlyMap<string, Secret> {
  return new Map(Object.entries(secrets).map(([name, place]) => [name, new Secret(place, at)]));
}

/** The environment of one run. Throws UsageError for a secret that is not there. */
export function environmentOf(
  { env = {} }: ChildEnvironment,
  secrets: ReadonlyMap<string, Secret>,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {};
  const given = { ...Object.fromEntries(harmless.map((name) => [name, process.env[name]])), ...env };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) environment[name] = value;
  for (const [name, secret] of secrets) environment[name] = secret.value();
  return environment;
}

/** What is kept of a line that does not end: longer than a secret that could be cut in two. */
const longestLine = 64 * 1024;
const longestSecret = 4 * 1024;

/**
 * A listener for what a child says beside its answer, which never hears a secret and never throws. A secret may be cut
 * in two by the pipe, so that lines are told whole, and of endless ones all but an end that could begin a secret.
 */
export function listenerFor(
  listener: ((text: string) => void) | undefined,
  secrets: readonly Secret[],
): { readonly hear: (text: string) => void; readonly end: () => void } {
  let rest = '';
  const tell = (text: string): void => {
    try {
      if (text !== '') listener?.(text);
    } catch {
      // what a listener does has no part in what came of the act
    }
  };
  const hear = (text: string): void => {
    if (listener === undefined) return;
    rest += text;
    let whole = rest.lastIndexOf('\n') + 1;
    if (whole === 0 && rest.length > longestLine) {
      rest = withoutSecrets(rest, secrets);
      whole = rest.length - longestSecret;
    }
    tell(withoutSecrets(rest.slice(0, whole), secrets));
    rest = rest.slice(whole);
  };
  return { hear, end: () => tell(withoutSecrets(rest, secrets)) };
}
