import { lineOf } from '../codec/index.ts';
import { makeUnable } from '../compose/index.ts';
import { composed } from '../ledger/scribe.ts';
import type { Conclusion, Sitting } from '../ledger/seat.ts';
import type { Holder } from '../ledger/store.ts';
import type { Desk } from './desk.ts';
import { refused } from './refusal.ts';
import { tailOf } from './tail.ts';
import type { Refused } from './tool.ts';
import type { Work } from './work.ts';

/** UN why=DUP in the receiver's name: the act is somebody else's already (act.md 9). */
export function declineDuplicate(
  { seat }: Desk,
  { handoff, ho }: Work,
  holder: Holder,
  { scribe }: Sitting,
): Conclusion<Refused> {
  const elsewhere = holder.conversation === seat.by.conversation ? '' : ` of ${holder.conversation}`;
  const known = `${holder.handoff}${elsewhere}${holder.report === null ? '' : ` / ${holder.report}`}`;
  const un = composed(
    makeUnable({
      re: ho.id,
      from: ho.to,
      to: ho.from,
      id: scribe.nextId(ho.to),
      why: 'DUP',
      tail: tailOf(`open or done as ${known}`),
    }),
  );
  const closed = {
    fact: 'closed',
    handoff: handoff.id,
    closer: 'UN',
    message: un.id,
    mismatch: false,
  } as const;
  scribe.write({ message: un, facts: [closed], verdict: null, delegate: true });
  return () => refused('duplicate', known, lineOf(un));
}
