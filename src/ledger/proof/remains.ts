import type { Changes } from '../changes.ts';
import type { Entry, EntryBody } from '../entry.ts';
import type { Approval, Approver, ExecutedResult, Fact } from '../fact.ts';
import { textHashOf } from './seal.ts';

/**
 * What is left of a body, and of its text, when entry `by` redacts it: names, ids, keys, times and what it changed, so that
 * state folds as before, and the hash of the text, so that the chain holds as before. Values, words, findings and the
 * digests by which they could be guessed go; the salt goes too, so that the hash tells nothing.
 */
export function remainsOf({ body, text }: Pick<Entry, 'body' | 'text'>, by: number): EntryBody {
  const { salt: _, ...left } = body;
  const { message, verdict, facts } = body;
  return {
    ...left,
    line: null,
    message: message === null ? null : namesIn(message),
    digest: null,
    verdict: verdict === null ? null : { ...verdict, diagnostics: [] },
    facts: facts.map(leave),
    kept: null,
    redacted: by,
    dropped: textHashOf(text),
  };
}

/** Takes out of the rows what a redaction took out of their entry. */
export function blank(changes: Changes, { message, facts }: EntryBody): void {
  if (message !== null) {
    const id = String(message['id']);
    changes.set('messages', id, { ...changes.message(id), line: '', digest: '', kept: null });
  }
  for (const fact of facts) droppedBy(fact)?.row?.(changes, fact);
}

function namesIn(message: NonNullable<EntryBody['message']>): EntryBody['message'] {
  const { v, type, id, re, from, to, item } = message;
  return { v, type, id, re, from, to, item, slots: {}, tail: null };
}

function leave(fact: Fact): Fact {
  return droppedBy(fact)?.leaves(fact) ?? fact;
}

/** What is dropped of a fact that says more than names; `row` drops the same of the row that it went to. */
interface Dropped<F> {
  leaves(fact: F): F;
  row?(changes: Changes, fact: F): void;
}

function droppedBy(fact: Fact): Dropped<Fact> | undefined {
  return drops[fact.fact] as Dropped<Fact> | undefined; // the row of this very fact
}

const frozen = { call: '', sha256: '', sources: '' } as const;

const drops: { readonly [F in Fact as F['fact']]?: Dropped<F> } = {
  prepared: {
    leaves: (fact) => ({ ...fact, statement: { ...fact.statement, ...frozen } }),
    row: (changes, { token }) => changes.changeStatement(token, frozen),
  },
  executed: {
    leaves: (fact) => ({ ...fact, result: withoutValues(fact.result) }),
    row: (changes, { token, result }) => changes.changeStatement(token, { result }),
  },
  incident: {
    leaves: (fact) => ({ ...fact, cause: '', result: withoutValues(fact.result) }),
    row: (changes, { token, result }) => changes.changeStatement(token, { incident: result }),
  },
  approved: {
    leaves: ({ fact, approval }) => ({ fact, approval: withoutShown(approval) }),
    row: (changes, { approval }) =>
      changes.set('messages', approval.answer, { ...changes.message(approval.answer), approval }),
  },
  'approval-begun': {
    leaves: (fact) => ({ ...fact, approver: blankGo(fact.approver) }),
    row: (changes, { question, approver }) => {
      const row = changes.message(question);
      const begun = row.begun?.map((one) => (isSameGo(one, approver) ? approver : one));
      changes.set('messages', question, { ...row, ...(begun === undefined ? {} : { begun }) });
    },
  },
  unknown: { leaves: (fact) => ({ ...fact, cause: '' }) },
  'not-executed': {
    leaves: (fact) => ({ ...fact, cause: '' }),
    row: (changes, { token }) => changes.changeStatement(token, { cause: '' }),
  },
  questioned: {
    leaves: (fact) => ({
      ...fact,
      contradictions: fact.contradictions.map((one) => ({ ...one, sent: '', resolved: '' })),
    }),
    row: (changes, { handoff: id, question, contradictions }) => {
      const handoff = changes.handoff(id);
      const questions = handoff.questions.map((one) =>
        one.id === question ? { ...one, contradictions } : one,
      );
      changes.set('handoffs', id, { ...handoff, questions });
    },
  },
};

function isSameGo(one: Approver, other: Approver): boolean {
  return one.person === other.person && one.at === other.at;
}

function withoutShown(approval: Approval): Approval {
  return { ...approval, values: {}, sha256: '', approvers: approval.approvers.map(blankGo) };
}

function blankGo(approver: Approver): Approver {
  return { ...approver, approved: '', shown: '' };
}

function withoutValues(result: ExecutedResult): ExecutedResult {
  return { ...result, values: {} };
}
