import type { ActTool, CommitOutcome } from '../../act/tool.ts';
import type { Handle } from '../../ledger/ledger.ts';
import type { Named, Store } from '../../ledger/store.ts';

/** What a worker works with. */
export interface WorkerParts {
  readonly store: Pick<Store, 'pick' | 'now'>;
  readonly principal: string;
  /** The tool of a conversation; null for one that is not the principal's. */
  readonly toolIn: (conversation: string) => Promise<ActTool | null>;
  /** Milliseconds, by the ledger's clock. */
  readonly now: () => Promise<number>;
  /** Milliseconds to wait for more work once there is none. */
  readonly wait: number;
  /** Statements at most; then it ends. */
  readonly limit: number;
  /** Ends it after the statement that is running. */
  readonly stop: AbortSignal;
}

/** What a worker did with a statement that it picked. */
export interface Worked extends Named {
  readonly outcome: CommitOutcome;
}

/** How often it looks for more, and how long it leaves a statement alone that cannot run now, in milliseconds. */
const looks = 1_000;
const rests = 30_000;
/** Statements that it picks at a time, beside those that rest. */
const most = 10;

/**
 * Commits the CONFIRMED statements of a principal, the nearest exp first, over all of its conversations: one at a time, until
 * there is none and the wait for more is over, the limit is reached or it is told to stop. One that cannot run now is tried
 * again later and holds up none of the rest. Any number of workers may run: each statement is claimed once.
 */
export async function* work(parts: WorkerParts): AsyncGenerator<Worked> {
  const resting = new Map<string, number>();
  let left = parts.limit;
  for (let idleSince = performance.now(); left > 0 && !parts.stop.aborted; ) {
    const picked = await pick(parts, resting);
    for (const named of picked) {
      if (left === 0 || parts.stop.aborted) return;
      const worked = await workOn(parts, named);
      const isOver = worked !== null && worked.outcome.outcome !== 'refused';
      if (!isOver) resting.set(named.token, performance.now() + rests);
      if (worked === null) continue;
      left -= 1;
      yield worked;
    }
    if (picked.length > 0) idleSince = performance.now();
    else if (performance.now() - idleSince >= parts.wait) return;
    else await pause(Math.min(looks, parts.wait), parts.stop);
  }
}

async function pick(
  { store, principal, now }: WorkerParts,
  resting: Map<string, number>,
): Promise<readonly Named[]> {
  for (const [token, until] of resting) if (until <= performance.now()) resting.delete(token);
  const found = await store.pick(principal, await now(), most + resting.size);
  return found.filter(({ token }) => !resting.has(token)).slice(0, most);
}

async function workOn({ toolIn }: WorkerParts, { conversation, token }: Named): Promise<Worked | null> {
  const tool = await toolIn(conversation);
  return tool === null ? null : { conversation, token, outcome: await tool.commit({ token }) };
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stop.addEventListener('abort', end);
  });
}

/** The tools of a principal by conversation, each made once. */
export function toolsOf(
  handleIn: (conversation: string) => Promise<Handle | null>,
  toolAt: (handle: Handle) => Promise<ActTool>,
): WorkerParts['toolIn'] {
  const tools = new Map<string, Promise<ActTool | null>>();
  return (conversation) => {
    const known = tools.get(conversation);
    if (known !== undefined) return known;
    const made = handleIn(conversation).then((handle) => (handle === null ? null : toolAt(handle)));
    tools.set(conversation, made);
    return made;
  };
}
