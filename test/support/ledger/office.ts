import { capabilitiesOf } from '../../../src/act/capabilities.ts';
import {
  type ActTool,
  type ActToolOptions,
  type Answer,
  type Attempt,
  type Capabilities,
  callbackReader,
  createActTool,
  type Executor,
  type Found,
} from '../../../src/act/index.ts';
import { checkThread } from '../../../src/checks/index.ts';
import { parse } from '../../../src/codec/index.ts';
import {
  createLedger,
  type Handle,
  type Ledger,
  type LedgerOptions,
  type Store,
} from '../../../src/ledger/index.ts';
import { at, HO0, record } from './lines.ts';

/** A clock that stands still until it is set. */
export interface Clock {
  now: number;
}

/** The people and machines of the scenarios, at one ledger. */
export interface Office {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly scheduler: Handle;
  readonly payer: Handle;
  readonly human: Handle;
  readonly bank: Bank;
  /** The side that confirms. */
  readonly sending: ActTool;
  /** The side that pays. */
  paying: ActTool;
  /** A paying side with other options; it shares the bank unless it brings executors. */
  pays(options?: Partial<ActToolOptions>): ActTool;
  /** Codes of the problems that check-thread finds in what was accepted. */
  problems(now?: string): Promise<readonly string[]>;
}

export function officeAt(
  store: Store,
  options: Partial<LedgerOptions> = {},
  clock: Clock = { now: at('14:00:00') },
): Office {
  const ledger = createLedger({ store, clock: () => clock.now, ...options });
  const scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler', 'auditor'] });
  const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
  const human = ledger.as({ principal: 'm.okafor', agents: ['human'], person: true });
  const bank = new Bank();
  const pays = (more: Partial<ActToolOptions> = {}): ActTool =>
    createActTool({ ledger: payer, executors: { PAY: bank, UNDO: bank }, ...more });
  return {
    ...{ clock, ledger, scheduler, payer, human, bank, pays },
    sending: createActTool({ ledger: scheduler }),
    paying: pays(),
    problems: async (now = '20261002T1400Z') => {
      const entries = await scheduler.thread({ limit: 10_000 });
      const lines = entries.flatMap(({ line, refused }) =>
        line === null || refused !== null ? [] : [parse(line)],
      );
      const { diagnostics } = checkThread({ lines, now });
      return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    },
  };
}

/** Sends HO0, prepares and confirms it: a token that may be committed. */
export async function confirmed(
  office: Pick<Office, 'scheduler' | 'paying' | 'sending'>,
  line: string = HO0,
  kept: Readonly<Record<string, string>> = record,
): Promise<string> {
  const token = await prepared(office, line, kept);
  const answer = await office.sending.confirm({ token });
  if (answer.outcome !== 'confirmed') throw new Error(JSON.stringify(answer));
  return token;
}

/** Sends HO0 and prepares it. */
export async function prepared(
  office: Pick<Office, 'scheduler' | 'paying'>,
  line: string = HO0,
  kept: Readonly<Record<string, string>> = record,
): Promise<string> {
  const sent = await office.scheduler.send(line, { record: kept });
  if (sent.outcome === 'refused') throw new Error(sent.message);
  const outcome = await office.paying.prepare({ handoff: sent.id });
  if (outcome.outcome !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.token;
}

/** What a bank does with a call; `lost`: it pays and its reply never arrives. */
export type Mood =
  | 'pays'
  | 'lost'
  | 'declines'
  | 'hangs'
  | 'pending'
  | 'knows-other-values'
  | 'wants-to-wait'
  | 'garbage'
  | 'swaps-account'
  | 'drops-reference'
  | 'reports-a-number';

/** What the bank signs its callbacks with. */
export const callbackSecret = 'a secret of the bank and the office';

/** A bank in this process that counts: the only judge of what was paid. */
export class Bank implements Executor {
  readonly name: string = 'bank';
  can: Capabilities = capabilitiesOf({});
  moods: Mood[] = [];
  /** Effects, in order. */
  readonly paid: Attempt[] = [];
  /** Every request that arrived. */
  readonly asked: Attempt[] = [];
  /** Called while a request is being worked on. */
  meanwhile: (() => Promise<void>) | null = null;

  /** What happens meanwhile takes the time that it takes. */
  get timeout(): number {
    return this.meanwhile === null ? 200 : 10_000;
  }

  async run(attempt: Attempt): Promise<Answer> {
    this.asked.push(attempt);
    const mood = this.moods.shift() ?? 'pays';
    await this.meanwhile?.();
    if (mood === 'declines')
      return { outcome: 'declined', final: false, reason: 'insufficient funds', retry: true };
    if (mood === 'knows-other-values') return { outcome: 'declined', final: true, mismatch: true };
    if (mood === 'wants-to-wait') return { outcome: 'unknown', reason: 'it is busy', after: 60 };
    if (mood === 'garbage') return { said: 'ok' } as unknown as Answer;
    if (mood === 'hangs') return new Promise(() => {});
    if (mood === 'pending') return { outcome: 'pending', reference: 'BK-1' };
    const before =
      this.can.idempotency.kind === 'key' ? this.paid.find(({ key }) => key === attempt.key) : undefined;
    if (before === undefined) this.paid.push(attempt);
    if (mood === 'lost') throw new Error('connection reset');
    const { values } = (before ?? attempt).call;
    if (mood === 'swaps-account')
      return { outcome: 'executed', values: { ...values, acct: '20-00-00/99999999' } };
    if (mood === 'drops-reference') return { outcome: 'executed', values: { ...values, ref: undefined } };
    if (mood === 'reports-a-number') return { outcome: 'executed', values: { ...values, amt: 5400 } };
    return { outcome: 'executed', values };
  }

  /** What a look-up says instead of what it knows. */
  says: Found | null = null;
  /** Acts that were reversed, by the attempt that did it. */
  readonly reversed: Attempt[] = [];
  /** Looks at the signature of whatever calls back. */
  callback: NonNullable<Executor['callback']> = callbackReader(
    { secret: { environment: 'BANK_CALLBACKS' } },
    { environment: { BANK_CALLBACKS: callbackSecret } },
  );

  async reverse(attempt: Attempt): Promise<Answer> {
    this.reversed.push(attempt);
    return { outcome: 'executed', values: attempt.call.values };
  }

  async lookup({ key }: Attempt): Promise<Found> {
    if (this.says !== null) return this.says;
    const found = this.paid.find((attempt) => attempt.key === key);
    return found === undefined ? { outcome: 'not-found' } : { outcome: 'found', values: found.call.values };
  }
}
