import { assign } from './assignment.ts';
import type { Criterion } from './criteria.ts';
import { isOpposite, looseClasses } from './same.ts';

/** A criterion of the sender and the one of the receiver that it was compared with. */
export interface Pair {
  readonly sent: Criterion;
  readonly heard: Criterion;
}

/** How the receiver's criteria of one key answer the sender's. */
export interface Comparison {
  readonly contradictions: readonly Pair[];
  readonly loose: readonly Pair[];
  /** Of the sender, answered by nothing. */
  readonly gaps: readonly Criterion[];
  /** Of the receiver, answering nothing. */
  readonly extras: readonly Criterion[];
}

type Criteria = readonly Criterion[];

const nothing: Comparison = { contradictions: [], loose: [], gaps: [], extras: [] };

/** A single-valued key: another value is a contradiction. Several values of the receiver are told elsewhere (R32). */
export function compareSingle(sent: Criteria, heard: Criteria): Comparison {
  const [only] = heard;
  if (only === undefined) return { ...nothing, gaps: sent };
  const others = heard.length > 1 ? [] : sent.filter((one) => !one.isSameAs(only));
  const contradictions = others.map((one) => ({ sent: one, heard: only }));
  return contradictions.length === 0 ? nothing : { ...nothing, contradictions };
}

/**
 * A set-valued key: an element is answered by one that is the same; what is left over on both sides is paired loosely,
 * one with one, as many as can be; an element that says the opposite contradicts (6.2 R33).
 */
export function compareSet(sent: Criteria, heard: Criteria): Comparison {
  const { open, free } = unanswered(sent, heard);
  if (free.length === 0) return { ...nothing, gaps: open };
  const opposed = opposites(sent, free);
  const contrary = new Set(opposed.map((pair) => pair.heard));
  const denied = new Set(opposed.map((pair) => pair.sent));
  const loose = pairLoosely(
    open.filter((one) => !denied.has(one)),
    free.filter((one) => !contrary.has(one)),
  );
  const paired = new Set(loose.flatMap((pair) => [pair.sent, pair.heard]));
  return {
    contradictions: opposed,
    loose,
    gaps: open.filter((one) => !paired.has(one) && !denied.has(one)),
    extras: free.filter((one) => !paired.has(one) && !contrary.has(one)),
  };
}

/** What is left over on both sides when every element answers all that it is the same as. */
function unanswered(sent: Criteria, heard: Criteria): { readonly open: Criteria; readonly free: Criteria } {
  const left = new Set([...sent, ...heard]);
  for (const one of sent) {
    for (const other of heard) {
      if ((left.has(one) || left.has(other)) && one.isSameAs(other)) {
        left.delete(one);
        left.delete(other);
      }
    }
  }
  return { open: sent.filter((one) => left.has(one)), free: heard.filter((one) => left.has(one)) };
}

/** Of what answers nothing, each with the first element of the sender that it says the opposite of. */
function opposites(sent: Criteria, free: Criteria): readonly Pair[] {
  return free.flatMap((heard) => {
    const denied = sent.find((one) => isOpposite(one.form, heard.form));
    return denied === undefined ? [] : [{ sent: denied, heard }];
  });
}

function pairLoosely(open: Criteria, free: Criteria): readonly Pair[] {
  if (open.length === 0 || free.length === 0) return [];
  const rights = assign(
    free.map(({ form }) => looseClasses(form)),
    open.map(({ form }) => looseClasses(form)),
  );
  return free.flatMap((heard, at) => {
    const sent = open[rights[at] as number];
    return sent === undefined ? [] : [{ sent, heard }];
  });
}
