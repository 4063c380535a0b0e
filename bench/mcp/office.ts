import { fileURLToPath } from 'node:url';
import { GuardOffice } from '../../test/support/mcp/guard-office.ts';
import { hearback, type Started, twin } from './contestants.ts';

/** Tools of the twin that a policy can guard. */
export const acts = 20;

/** Policies for the twin, by what they do with its tools. */
export type Guarding = 'guards-none' | 'guards-20' | 'names-none';

/** A ledger with a caller and an approver, and policies for the twin: as `guard init` drafts one, and two made of it. */
export class BenchOffice {
  readonly #office: GuardOffice;

  private constructor(office: GuardOffice) {
    this.#office = office;
  }

  static async open(): Promise<BenchOffice> {
    const office = await GuardOffice.open();
    office.server = [process.execPath, ...twin({ acts }).args];
    await office.init('guards-20');
    await office.init('guards-none', ({ tools }) => {
      for (const [name, tool] of Object.entries(tools)) if (tool !== 'pass') tools[name] = 'refuse';
    });
    await office.init('names-none', (policy) => {
      policy.tools = {};
      policy['undeclared'] = 'pass';
    });
    return new BenchOffice(office);
  }

  /** The command in the name of the caller, with the ledger. */
  hearback(...args: readonly string[]): Started {
    const [verb = '', ...more] = args;
    const { folder, ledger } = this.#office.office;
    const key = this.#office.path('treasury.key');
    return {
      ...hearback(verb, '--key-file', key, ...more),
      ...{ cwd: folder, env: { HEARBACK_LEDGER: ledger } },
    };
  }

  /** A guard in front of the twin. */
  guard(guarding: Guarding): Started {
    return this.hearback('guard', '--policy', `${guarding}.guard.json`, '--', ...this.#office.server);
  }

  /** A relay in front of the twin. */
  relay(): Started {
    return { args: [fileURLToPath(new URL('relay.js', import.meta.url)), ...this.#office.server] };
  }

  close(): Promise<void> {
    return this.#office.close();
  }
}
