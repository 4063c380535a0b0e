import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer, Attempt, Executor, Found } from '../../../src/act/index.ts';
import { abilityOf, type Kind, type Patience } from './payments.ts';

/** Faults for the controls: what a careless executor makes of a reply that does not come. */
export type Careless = 'sends again' | 'takes silence for a no' | 'takes silence for a yes';

/** The way to the bank for one of its kinds. */
export function tellerOf(options: {
  readonly kind: Kind;
  readonly port: number;
  readonly patience: Patience;
  readonly careless: Careless | null;
}): Executor {
  const { kind, port, patience, careless } = options;
  const { timeout } = patience;
  const can = abilityOf(kind, patience);
  const pay = async (attempt: Attempt): Promise<Answer> =>
    (await exchange(port, '/pay', attempt, timeout)) as Answer;
  return {
    name: `bank-${kind}`,
    can,
    // a careless one takes its time
    timeout: careless === null ? timeout : 20 * timeout,
    run: careless === null ? pay : (attempt) => pay(attempt).catch(() => carelessly[careless](attempt, pay)),
    ...(can.lookup !== undefined
      ? { lookup: async (attempt) => (await exchange(port, '/look-up', attempt, timeout)) as Found }
      : {}),
  };
}

const carelessly: Readonly<
  Record<Careless, (attempt: Attempt, pay: (attempt: Attempt) => Promise<Answer>) => Promise<Answer>>
> = {
  'sends again': (attempt, pay) => pay(attempt),
  'takes silence for a no': async () => ({ outcome: 'declined', final: true, reason: 'no reply' }),
  'takes silence for a yes': async ({ call: { values } }) => ({ outcome: 'executed', values }),
};

/** One request on a connection of its own, so that nothing but this code ever sends it again. */
function exchange(port: number, path: string, attempt: Attempt, timeout: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request({
      ...{ host: '127.0.0.1', port, path, method: 'POST', agent: false },
      signal: AbortSignal.timeout(timeout),
    });
    call.on('error', reject);
    call.on('response', (response) => text(response).then((body) => resolve(JSON.parse(body)), reject));
    call.end(JSON.stringify(attempt));
  });
}
