import { ownerOf } from '../checks/thread/ownership.ts';
import { parse } from '../codec/index.ts';
import type { AnyMessage } from '../codec/message.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { dayOf } from './clock.ts';
import { isExpiredAt, statementsOf } from './judge/hearing.ts';
import { keptBeside } from './kept.ts';
import type { EntryView, Handle, Kept, OpenHandoff, SendOptions, Sent } from './ledger.ts';
import { assertStanding, type Seat, seatHandle } from './seat.ts';
import { entryAt, send } from './send.ts';
import type { Settings } from './settings.ts';
import { type Handoff, isClosed, isLive, type Rows, type Statement } from './state.ts';
import { viewOf } from './view.ts';

const page = 100;

/** A handle on one conversation for one principal. */
export function handleAt(seat: Seat): Handle {
  const { by, store } = seat;
  const handle: Handle = {
    ...by,
    send: (line: string | AnyMessage, options: SendOptions = {}): Promise<Sent> => send(seat, line, options),
    nextId: (agent?: string): Promise<string> => nextId(seat, agent),
    inbox: async ({ agent, after = 0, limit = page } = {}): Promise<readonly EntryView[]> => {
      const agents = agent === undefined ? by.agents : [speaker(seat, agent)];
      const found = await store.addressed(by.conversation, agents, { after, limit });
      return found.map((stored) => viewOf(stored, by.principal));
    },
    open: (): Promise<readonly OpenHandoff[]> => open(seat),
    show: async (id: string) => {
      const { rows } = await store.read(by.conversation, { ids: [id] });
      const row = rows.messages.get(id);
      if (row === undefined) return null;
      const handoff = row.handoff === null ? null : (rows.handoffs.get(row.handoff) ?? null);
      return { entry: await entryAt(seat, row.sequence), handoff };
    },
    statement: async (token: string): Promise<Statement | null> => {
      const { rows } = await store.read(by.conversation, { tokens: [token] });
      return rows.statements.get(token) ?? null;
    },
    thread: async ({ after = 0, limit = page } = {}): Promise<readonly EntryView[]> => {
      const found = await store.entries(by.conversation, { after, limit });
      return found.map((stored) => viewOf(stored, by.principal));
    },
    owner: (item: string): Promise<string | null> => owner(seat, item),
    kept: async (id: string): Promise<Kept | null> => {
      const slice = await store.read(by.conversation, { ids: [id] });
      return slice.kept.get(id)?.principal === by.principal ? keptBeside(slice, id) : null;
    },
  };
  return seatHandle(handle, seat);
}

function speaker({ by }: Seat, agent: string | undefined): string {
  const [only] = by.agents;
  if (agent === undefined && only !== undefined && by.agents.length === 1) return only;
  if (agent !== undefined && by.agents.includes(agent)) return agent;
  throw new UsageError(
    'usage/agent',
    `name one of the agents that ${by.principal} speaks as: ${by.agents.join(', ')}`,
  );
}

async function nextId(seat: Seat, agent: string | undefined): Promise<string> {
  const from = speaker(seat, agent);
  await assertStanding(seat);
  return `${from}-${await seat.store.reserve(seat.by.conversation, from)}`;
}

async function open({ by, store, clock, settings }: Seat): Promise<readonly OpenHandoff[]> {
  const ids = await store.open(by.conversation);
  const { rows, now } = await store.read(by.conversation, { ids });
  const at = clock?.() ?? now;
  return ids.flatMap((id) => {
    const handoff = rows.handoffs.get(id);
    return handoff === undefined || isClosed(handoff) ? [] : opened(rows, handoff, at, settings);
  });
}

function opened(rows: Rows, handoff: Handoff, at: number, settings: Settings): OpenHandoff {
  const line = rows.messages.get(handoff.id)?.line ?? '';
  const due = parse(line, settings).message?.slots['due'] as string | undefined;
  return {
    ...handoff,
    line,
    age: at - handoff.at,
    orphaned: isExpiredAt(handoff.exp, at) || (due !== undefined && dayOf(at) > due),
    statement: statementsOf(rows, handoff.id).find(isLive) ?? null,
  };
}

async function owner({ by, store }: Seat, item: string): Promise<string | null> {
  const ids = await store.about(by.conversation, item);
  const { rows } = await store.read(by.conversation, { ids });
  const handoffs = [...rows.handoffs.values()].filter((handoff) => handoff.item === item);
  handoffs.sort((a, b) => a.sequence - b.sequence);
  return ownerOf(handoffs.map(({ from, to, owner: has }) => ({ from, to, passed: has === to })));
}
