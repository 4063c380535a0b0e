import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What the peer says of one line; `json` is its message, `crash` an exception that was no refusal. */
export interface PeerParsed {
  readonly valid: boolean;
  readonly warned?: boolean;
  readonly errors?: readonly string[];
  readonly json?: unknown;
  readonly digest?: string;
  readonly canonical?: string;
  /** The line that the peer writes of the message; null when it refuses to. */
  readonly written?: string | null;
  readonly crash?: string;
}

/** What the peer says of an exchange. */
export interface PeerVerdict {
  readonly passes: boolean;
  readonly problems?: readonly string[];
  readonly notes?: readonly string[];
  readonly crash?: string;
}

/** What the peer's checks take; each uses what it needs. */
export interface PeerExchange {
  readonly ho: string;
  readonly rb: string | null;
  readonly dn: string;
  readonly record: object;
  readonly profile: string | null;
  readonly accept: readonly string[] | null;
  readonly now: string;
}

/** Requests and answers of test/differential/peer.py. */
interface Operations {
  readonly parse: [sent: string, answer: PeerParsed];
  readonly readback: [sent: PeerExchange, answer: PeerVerdict];
  readonly handoff: [sent: PeerExchange, answer: PeerVerdict];
  readonly done: [sent: PeerExchange, answer: PeerVerdict];
  readonly thread: [
    sent: { lines: readonly string[]; profile: string | null; now: string },
    answer: PeerVerdict,
  ];
}

/** The Python that can import the peer: HEARBACK_PEER_PYTHON, else python3; undefined when neither can. */
export function findPeerPython(): string | undefined {
  return [process.env['HEARBACK_PEER_PYTHON'], 'python3'].find(
    (python) => python && spawnSync(python, ['-c', 'import rogerwilco']).status === 0,
  );
}

/** The folder of the installed peer, with its references, profiles and published suite; undefined when there is none. */
export function findPeerFolder(): string | undefined {
  const python = findPeerPython();
  if (!python) return undefined;
  const program = 'import rogerwilco; print(list(rogerwilco.__path__)[0])';
  return spawnSync(python, ['-c', program], { encoding: 'utf8' }).stdout.trim();
}

/** The peer in one process of its own: its start costs far more than an answer. */
export class Peer {
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(python: string = findPeerPython() ?? 'python3') {
    const driver = fileURLToPath(new URL('../differential/peer.py', import.meta.url));
    this.#process = spawn(python, [driver], { stdio: ['pipe', 'pipe', 'inherit'] });
    // biome-ignore lint/style/noNonNullAssertion: both streams are pipes
    this.#answers = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
  }

  /** Answers to a batch of cases, in their order. Await one batch before the next. */
  async ask<N extends keyof Operations>(
    operation: N,
    cases: readonly Operations[N][0][],
  ): Promise<readonly Operations[N][1][]> {
    this.#process.stdin?.write(`${JSON.stringify([operation, cases])}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error('the peer ended before it answered');
    return JSON.parse(value);
  }

  close(): void {
    this.#process.stdin?.end();
  }
}
