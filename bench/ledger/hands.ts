import { type Answer, type Attempt, createActTool, type Executor } from '../../src/act/index.ts';
import { createLedger, type Handle, type Ledger, type Store } from '../../src/ledger/index.ts';
import { type Brought, type Payment, payments } from './lines.ts';

/** Pays at once and remembers nothing: what is measured is the ledger. */
const bank: Executor = {
  name: 'bank',
  timeout: 1_000,
  can: {},
  run: async ({ call: { values } }: Attempt): Promise<Answer> => ({ outcome: 'executed', values }),
};

/** The people of the bench at one ledger, in one conversation of it. */
export class Hands {
  readonly ledger: Ledger;
  readonly #handles: { readonly sender: Handle; readonly receiver: Handle };
  readonly #tools: {
    readonly sending: ReturnType<typeof createActTool>;
    readonly paying: ReturnType<typeof createActTool>;
  };
  #next = 1;

  /** `guarded`: payments run through the act tool; else their receiver reports them by hand. */
  constructor(store: Store, options: { readonly conversation?: string; readonly guarded?: boolean } = {}) {
    const { conversation = 'main', guarded = false } = options;
    this.ledger = createLedger({ store, elsewhere: guarded ? [] : ['PAY'] });
    const sender = this.ledger.as({ principal: 'office', agents: ['scheduler'], conversation });
    const receiver = this.ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
    this.#handles = { sender, receiver };
    this.#tools = {
      sending: createActTool({ ledger: sender }),
      paying: createActTool({ ledger: receiver, executors: { PAY: bank } }),
    };
  }

  /** Brings payments line after line. */
  async bringSingly(count: number): Promise<void> {
    for (let brought = 0; brought < count; brought++) {
      for (const { ho, rb, an, dn } of payments(this.take(1), 1)) {
        for (const line of [ho, rb, an, dn]) await this.bring(line);
      }
    }
  }

  /** Numbers of the next payments, which nobody has used. */
  take(count: number): number {
    const first = this.#next;
    this.#next += count;
    return first;
  }

  /** Brings payments, `group` lines at the same time: all handoffs of the group, then all their readbacks and so on. */
  async bringTogether(count: number, group: number): Promise<void> {
    for (let brought = 0; brought < count; brought += group) {
      const all = payments(this.take(group), group);
      for (const kind of ['ho', 'rb', 'an', 'dn'] as const) {
        await Promise.all(all.map((one) => this.bring(one[kind])));
      }
    }
  }

  /** Brings a line, which has to be accepted. */
  async bring({ by, line, kept }: Brought): Promise<void> {
    const sent = await this.#handles[by].send(line, kept);
    if (sent.outcome !== 'accepted') throw new Error(`${line}: ${JSON.stringify(sent)}`);
  }

  /** Payments from HO to DN, one after another: sent, prepared, confirmed, executed, reported. */
  async handOver(count: number): Promise<void> {
    for (let done = 0; done < count; done++) await this.#handOver();
  }

  async #handOver(): Promise<void> {
    const [
      {
        ho: { line, kept },
      },
    ] = payments(this.take(1), 1) as [Payment];
    const { sender } = this.#handles;
    const id = await sender.nextId();
    const sent = await sender.send(line.replace(/scheduler-\d+/, id), kept);
    if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
    const prepared = await this.#tools.paying.prepare({ handoff: id });
    if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
    const { token } = prepared;
    const confirmed = await this.#tools.sending.confirm({ token });
    if (confirmed.outcome !== 'confirmed') throw new Error(JSON.stringify(confirmed));
    const done = await this.#tools.paying.commit({ token });
    if (done.outcome !== 'executed') throw new Error(JSON.stringify(done));
  }
}
