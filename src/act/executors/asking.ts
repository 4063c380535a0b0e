import { type CallbackOptions, callbackReader } from '../callback/reader.ts';
import { type Capabilities, capabilitiesOf } from '../capabilities.ts';
import type { Answer, Attempt, Executor, Found } from '../executor.ts';
import type { Verb } from './exchange.ts';
import { lackOf, type Secret, type SecretsAt } from './secret.ts';

/** What an executor outside this process is made of. */
export interface Asking {
  readonly name: string;
  readonly can?: Partial<Capabilities>;
  /** Milliseconds that one question may take. */
  readonly timeout: number;
  readonly secrets: readonly Secret[];
  readonly callback?: CallbackOptions;
  /** Asks once; whatever is answered is judged by the act tool. */
  readonly ask: (verb: Verb, attempt: Attempt) => Promise<unknown>;
}

/** An executor that is asked a question a verb, and is asked only for what it declares. */
export function executorAsking(asking: Asking, at: SecretsAt): Executor & { readonly can: Capabilities } {
  const { name, can = {}, timeout, secrets, callback, ask } = asking;
  const asked =
    <T>(verb: Verb) =>
    (attempt: Attempt): Promise<T> =>
      ask(verb, attempt) as Promise<T>;
  return {
    name,
    can: capabilitiesOf({ can }),
    // its own time, and a moment to notice that it is over
    timeout: timeout + 1_000,
    ready: () => lackOf(secrets),
    run: asked<Answer>('execute'),
    ...((can.lookup?.kind ?? 'none') === 'none' ? {} : { lookup: asked<Found>('look-up') }),
    ...(can.reversal === true ? { reverse: asked<Answer>('reverse') } : {}),
    ...(callback === undefined ? {} : { callback: callbackReader(callback, at) }),
  };
}
