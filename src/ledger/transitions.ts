import type { Changes } from './changes.ts';
import type { EntryBody } from './entry.ts';
import { LedgerError } from './error.ts';
import type { Fact } from './fact.ts';
import { isCounted, numberOf } from './ids.ts';
import type { PrincipalFact, SessionFact } from './people/fact.ts';
import { blank } from './proof/remains.ts';
import type { Handoff, MessageRow, Statement } from './state.ts';

type RowlessFact =
  | PrincipalFact
  | SessionFact
  | Extract<Fact, { readonly fact: 'epoch-settled' | 'profile' | 'by-policy' }>;

/** Read from their entries, if at all: these facts change nothing of what is handed over. */
const noRows: { readonly [F in RowlessFact as F['fact']]: (changes: Changes, fact: F) => void } = {
  'by-policy': () => {},
  'epoch-settled': () => {},
  profile: () => {},
  'principal-added': () => {},
  'principal-revoked': () => {},
  'key-made': () => {},
  'key-revoked': () => {},
  'person-invited': () => {},
  'passkey-added': () => {},
  'passkey-revoked': () => {},
  'session-opened': () => {},
  'session-closed': () => {},
};

/** What each fact changes (act.md 3 and 4): a row a fact. */
export const transitions: { readonly [F in Fact as F['fact']]: (changes: Changes, fact: F) => void } = {
  opened: (changes, { fact: _, ...opened }) => {
    const { sequence, at, body } = changes.entry;
    const { id, from, to, item } = body.message as unknown as Handoff; // an HO has them
    const principal = opened.principal ?? changes.entry.principal;
    const named = { id, from, to, item, sequence, at, principal };
    changes.set('handoffs', id, { ...opened, ...named, ...justOpened, owner: from });
  },

  'read-back': (changes, { handoff: id, readback, standing }) => {
    const { from, to, state, owner } = changes.handoff(id);
    const read = { readback: { id: readback, sequence: changes.entry.sequence, standing }, confirmed: null };
    if (standing === 'passes') changes.changeHandoff(id, { ...read, state: 'OWNED', owner: to });
    else if (standing === 'fails') changes.changeHandoff(id, { ...read, state: 'HELD', owner: from });
    else changes.changeHandoff(id, { ...read, state, owner });
  },

  overdue: (changes, { handoff }) => changes.changeHandoff(handoff, { overdue: true }),

  quarantined: (changes, { handoff }) => changes.changeHandoff(handoff, { quarantined: true }),

  superseded: (changes, { handoff }) => changes.changeHandoff(handoff, { state: 'SUPERSEDED' }),

  accepted: (changes, { handoff }) => accept(changes, handoff, 'OWNED'),

  rejected: (changes, { handoff: id }) => {
    changes.changeHandoff(id, { state: 'HELD', owner: changes.handoff(id).from, confirmed: null });
  },

  answered: (changes, { message, answer }) => {
    changes.set('messages', message, { ...changes.message(message), answer });
  },

  approved: (changes, { approval }) => {
    changes.set('messages', approval.answer, { ...changes.message(approval.answer), approval });
  },

  'approval-begun': (changes, { question, approver }) => {
    const row = changes.message(question);
    changes.set('messages', question, { ...row, begun: [...(row.begun ?? []), approver] });
  },

  stopped: (changes, { handoff, agent }) => {
    stop(changes, handoff, (agents) => [...agents.filter((other) => other !== agent), agent]);
  },

  lifted: (changes, { handoff, agent }) => {
    stop(changes, handoff, (agents) => agents.filter((other) => other !== agent));
  },

  questioned: (changes, { handoff: id, question, contradictions }) => {
    const { questions } = changes.handoff(id);
    changes.changeHandoff(id, { questions: [...questions, { id: question, contradictions }] });
  },

  cancelling: (changes, { handoff, cancel }) =>
    changes.changeHandoff(handoff, { state: 'CANCELLING', cancel }),

  closed: (changes, { handoff: id, closer, message, mismatch }) => {
    const { cancel } = changes.handoff(id);
    changes.changeHandoff(id, {
      state: `CLOSED_${closer}`,
      closed: { closer, message, mismatch, at: changes.entry.at },
      cancel: closer === 'CX' ? (cancel ?? message) : cancel,
    });
  },

  prepared: (changes, { token, statement }) => {
    changes.assertNew('statements', token);
    changes.set('statements', token, { ...statement, ...justPrepared, token, preparedAt: changes.entry.at });
  },

  confirmed: (changes, { token, answer, principal }) => {
    changes.move(token, 'CONFIRMED', { confirmed: { answer, principal, at: changes.entry.at } });
    accept(changes, changes.statement(token).handoff, 'CLEARED');
  },

  abandoned: (changes, { token, why, by }) => {
    changes.move(token, 'ABANDONED', { cause: why, abandoned: { why, by } });
    takeBack(changes, token);
  },

  expired: (changes, { token }) => {
    changes.move(token, 'EXPIRED', { cause: 'exp' });
    takeBack(changes, token);
  },

  claimed: (changes, { token, fence, worker, lease }) => {
    const { at } = changes.entry;
    const { firstClaimedAt } = changes.statement(token);
    const when = { firstClaimedAt: firstClaimedAt ?? at, lastClaimedAt: at };
    changes.move(token, 'CLAIMED', { fence, worker, lease, ...when });
  },

  unknown: (changes, { token, cause, reference, heard }) => {
    const before = changes.statement(token);
    const said = heard === undefined ? {} : { heard: { ...before.heard, ...heard } };
    const known = reference ?? before.reference;
    const unseen = heard?.copied === true ? unseenClaims(before) : {};
    changes.move(token, 'UNKNOWN', { cause, reference: known, lease: null, ...said, ...unseen });
  },

  escalated: (changes, { token, question }) => changes.changeStatement(token, { question }),

  executed: (changes, { token, result }) => {
    changes.move(token, 'EXECUTED', { result, reference: result.reference, cause: null, lease: null });
  },

  undone: (changes, { token, by, released }) => {
    const { state, actKeys } = changes.statement(token);
    if (state !== 'EXECUTED') throw new LedgerError('ledger/transition', `nothing of ${token} can be undone`);
    changes.changeStatement(token, {
      undone: by,
      actKeys: actKeys.filter((key) => !released.includes(key)),
    });
  },

  'not-executed': (changes, { token, cause, report }) => {
    changes.move(token, 'NOTEXEC', { cause, report, lease: null });
  },

  redacted: (changes, { remains }) => blank(changes, JSON.parse(remains) as EntryBody),

  incident: (changes, { token, result }) => changes.changeStatement(token, { incident: result }),

  ...noRows,
};

const justOpened = {
  state: 'OPEN',
  readback: null,
  confirmed: null,
  stoppedBy: [],
  questions: [],
  cancel: null,
  closed: null,
} as const;

const justPrepared = {
  state: 'PREPARED',
  confirmed: null,
  fence: 0,
  worker: null,
  lease: null,
  firstClaimedAt: null,
  lastClaimedAt: null,
  cause: null,
  abandoned: null,
  reference: null,
  question: null,
  result: null,
  report: null,
  incident: null,
} as const;

/** The message of an accepted line, about the handoff that it answers or opens. */
export function keepMessage(changes: Changes): void {
  const { sequence, principal, body } = changes.entry;
  // an accepted line has been judged: its JSON form has these members
  const { id, type, from, to, re } = body.message as unknown as MessageRow;
  const { line, digest } = body;
  const about = re === null ? null : (changes.find('messages', re)?.handoff ?? null);
  const handoff = type === 'HO' ? id : about;
  changes.assertNew('messages', id);
  changes.set('messages', id, {
    id,
    sequence,
    type,
    from,
    to,
    re,
    line: line ?? '', // of a tombstone
    digest: digest ?? '',
    principal,
    handoff,
    answer: null,
    ...(body.kept === undefined ? {} : { kept: body.kept }),
  });
  const number = numberOf(id, from);
  if (isCounted(number, changes.find('numbers', from) ?? 0)) changes.set('numbers', from, number);
}

/**
 * A statement that was under way when the ledger was copied may have been claimed in its older life at any time from its
 * confirmation to its exp. Those claims count, so that no look-up comes too early and no key is taken for younger than it
 * is; and what a process of that life still writes for one of them holds no more.
 */
function unseenClaims({ confirmed, exp, fence, firstClaimedAt }: Statement): Partial<Statement> {
  const first = firstClaimedAt ?? confirmed?.at ?? null;
  return { fence: fence + lostClaims, firstClaimedAt: first, lastClaimedAt: exp };
}

/** More than one life makes. */
const lostClaims = 1_000;

/** The sender said yes to the readback: what the ledger could not check is now checked. */
function accept(changes: Changes, id: string, state: 'OWNED' | 'CLEARED'): void {
  const { readback, to } = changes.handoff(id);
  const passed = readback === null ? null : { ...readback, standing: 'passes' as const };
  changes.changeHandoff(id, { readback: passed, confirmed: changes.entry.at, state, owner: to });
}

/** Kept with the root, so that neither a re-issue nor the end of the original shakes a stop off. */
function stop(changes: Changes, id: string, change: (agents: readonly string[]) => readonly string[]): void {
  const root = changes.handoff(changes.handoff(id).root);
  changes.set('handoffs', root.id, { ...root, stoppedBy: change(root.stoppedBy) });
}

/** A cleared handoff whose statement ended without an act is its receiver's to prepare again. */
function takeBack(changes: Changes, token: string): void {
  const { handoff } = changes.statement(token);
  if (changes.handoff(handoff).state === 'CLEARED') {
    changes.changeHandoff(handoff, { state: 'OWNED', confirmed: null });
  }
}
