import { ownerOf } from '../checks/thread/ownership.ts';
import { parse } from '../codec/index.ts';
import type { AnyMessage } from '../codec/message.ts';
import { dayOf } from './clock.ts';
import { checkDoneOf, type DoneChecked } from './done.ts';
import { history } from './history.ts';
import { isExpiredAt, statementsOf } from './judge/hearing.ts';
import { keptBeside } from './kept.ts';
import type { EntryView, Handle, Kept, OpenHandoff, SendOptions, Sent } from './ledger.ts';
import { makeReadbackOf, type OwnWords, type ReadbackMade } from './make-readback.ts';
import { acknowledge, type InboxOptions, inbox } from './outbox.ts';
import { answerByPolicy, type PolicyOutcome } from './policy/answer.ts';
import type { Policy } from './policy/policy.ts';
import { type OpenQuestion, type QuestionsWanted, questions } from './questions.ts';
import { type Seat, seatHandle } from './seat.ts';
import { entryAt, send } from './send.ts';
import type { Settings } from './settings.ts';
import { nextId } from './speaker.ts';
import { type Handoff, isClosed, isLive, type Rows, type Statement } from './state.ts';
import { isLate } from './sweep.ts';
import { viewOf } from './view.ts';

const page = 100;

/** A handle on one conversation for one principal. */
export function handleAt(seat: Seat): Handle {
  const { by, store } = seat;
  const handle: Handle = {
    ...by,
    send: (line: string | AnyMessage, options: SendOptions = {}): Promise<Sent> => send(seat, line, options),
    answerBy: (policy: Policy, id: string): Promise<PolicyOutcome> => answerByPolicy(seat, policy, id),
    nextId: (agent?: string): Promise<string> => nextId(seat, agent),
    inbox: (options: InboxOptions = {}): Promise<readonly EntryView[]> => inbox(seat, options),
    acknowledge: (sequence: number, agent?: string): Promise<void> => acknowledge(seat, sequence, agent),
    open: (): Promise<readonly OpenHandoff[]> => open(seat),
    questions: (wanted: QuestionsWanted = {}): Promise<readonly OpenQuestion[]> => questions(seat, wanted),
    show: async (id: string) => {
      const { rows } = await store.read(by.conversation, { ids: [id] });
      const row = rows.messages.get(id);
      if (row === undefined) return null;
      const handoff = row.handoff === null ? null : (rows.handoffs.get(row.handoff) ?? null);
      return { entry: await entryAt(seat, row.sequence), handoff, answer: row.answer };
    },
    statement: async (token: string): Promise<Statement | null> => {
      const { rows } = await store.read(by.conversation, { tokens: [token] });
      return rows.statements.get(token) ?? null;
    },
    thread: async ({ after = 0, limit = page } = {}): Promise<readonly EntryView[]> => {
      const found = await store.entries(by.conversation, { after, limit });
      return found.map((stored) => viewOf(stored, by.principal));
    },
    history: (item: string): Promise<readonly EntryView[]> => history(seat, item),
    makeReadback: (id: string, options: OwnWords = {}): Promise<ReadbackMade> =>
      makeReadbackOf(seat, id, options),
    checkDone: (id: string): Promise<DoneChecked | null> => checkDoneOf(seat, id),
    owner: (item: string): Promise<string | null> => owner(seat, item),
    kept: async (id: string): Promise<Kept | null> => {
      const slice = await store.read(by.conversation, { ids: [id] });
      return slice.kept.get(id)?.principal === by.principal ? keptBeside(slice, id) : null;
    },
  };
  return seatHandle(handle, seat);
}

async function open({ by, store, clock, settings }: Seat): Promise<readonly OpenHandoff[]> {
  const ids = await store.open(by.conversation);
  const { rows, now } = await store.read(by.conversation, { ids });
  const at = clock?.() ?? now;
  const found = ids.flatMap((id) => {
    const handoff = rows.handoffs.get(id);
    return handoff === undefined || isClosed(handoff) ? [] : opened(rows, handoff, at, settings);
  });
  return [...found.filter(({ late }) => late), ...found.filter(({ late }) => !late)];
}

function opened(rows: Rows, handoff: Handoff, at: number, settings: Settings): OpenHandoff {
  const line = rows.messages.get(handoff.id)?.line ?? '';
  const due = parse(line, settings).message?.slots['due'] as string | undefined;
  return {
    ...handoff,
    line,
    age: at - handoff.at,
    orphaned: isExpiredAt(handoff.exp, at) || (due !== undefined && dayOf(at) > due),
    late: isLate(handoff, at),
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
