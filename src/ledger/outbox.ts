import type { EntryView } from './ledger.ts';
import { assertStanding, type Seat } from './seat.ts';
import { speaker } from './speaker.ts';
import type { Stored } from './store.ts';
import { viewOf } from './view.ts';

/** What a reader asks its inbox for; times in milliseconds. */
export interface InboxOptions {
  /** One of the handle's agents; all of them unless named. */
  readonly agent?: string;
  /** After which entry; after the last one that was acknowledged unless given. */
  readonly after?: number;
  /** Entries at most; 100 unless given. */
  readonly limit?: number;
  /** How long to wait for the first entry where there is none yet; not at all unless given. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const page = 100;

/**
 * Accepted lines addressed to the handle's agents, in order: the same ones until they are acknowledged, so that a reader
 * that dies loses none, and one that takes a line twice knows it by its id (K9). Throws LedgerError `ledger/revoked` for a
 * handle whose key was revoked, before it waits and after.
 */
export async function inbox(seat: Seat, options: InboxOptions): Promise<readonly EntryView[]> {
  const { by, store } = seat;
  const { agent, after, limit = page, wait = 0, signal } = options;
  const agents = agent === undefined ? by.agents : [speaker(seat, agent)];
  const until = performance.now() + wait;
  for (;;) {
    await assertStanding(seat);
    // what is written after this look wakes the wait
    const { rows } = await store.read(by.conversation, {});
    const found = await addressed(seat, agents, { after, limit });
    const left = until - performance.now();
    if (found.length > 0 || left <= 0) return found.map((stored) => viewOf(stored, by.principal));
    await store.wait(by.conversation, rows.head.sequence, left, signal);
  }
}

/** Says that everything up to an entry was taken: it is not shown again. Throws UsageError for an entry that is not there. */
export async function acknowledge(seat: Seat, sequence: number, agent: string | undefined): Promise<void> {
  const { by, store } = seat;
  const agents = agent === undefined ? by.agents : [speaker(seat, agent)];
  await assertStanding(seat);
  for (const one of agents) await store.acknowledge(by.conversation, one, sequence);
}

/** Each agent has a place of its own up to which its lines were acknowledged. */
async function addressed(
  { by: { conversation }, store }: Seat,
  agents: readonly string[],
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<readonly Stored[]> {
  if (after !== undefined) return store.addressed(conversation, agents, { after, limit });
  const places = await Promise.all(
    agents.map(async (agent) => ({ agent, place: await store.cursor(conversation, agent) })),
  );
  const found: Stored[] = [];
  for (const place of new Set(places.map((one) => one.place))) {
    const there = places.filter((one) => one.place === place).map(({ agent }) => agent);
    found.push(...(await store.addressed(conversation, there, { after: place, limit })));
  }
  return found.sort((one, other) => one.entry.sequence - other.entry.sequence).slice(0, limit);
}
