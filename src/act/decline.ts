import { lineOf } from '../codec/index.ts';
import { decline } from '../ledger/judge/decline.ts';
import type { Conclusion, Sitting } from '../ledger/seat.ts';
import type { Holder } from '../ledger/store.ts';
import { shown } from '../text/shown.ts';
import type { Desk } from './desk.ts';
import { refused } from './refusal.ts';
import { tailOf } from './tail.ts';
import type { Refused } from './tool.ts';
import type { Work } from './work.ts';

/** UN why=DUP in the receiver's name: the act is somebody else's already (act.md 9). */
export function declineDuplicate(
  { seat }: Desk,
  { ho }: Work,
  holder: Holder,
  { scribe }: Sitting,
): Conclusion<Refused> {
  const elsewhere = holder.conversation === seat.by.conversation ? '' : ` of ${holder.conversation}`;
  const known = `${holder.handoff}${elsewhere}${holder.report === null ? '' : ` / ${holder.report}`}`;
  const un = decline(scribe, ho, 'DUP', tailOf(`open or done as ${known}`));
  return () => refused('duplicate', known, lineOf(un));
}

/** UN why=BUSY in the receiver's name: it has as many statements as it may have (T20). */
export function declineBusy(
  { seat: { by, settings } }: Desk,
  { ho }: Work,
  live: number,
  { scribe }: Sitting,
): Conclusion<Refused> {
  const cap = `the cap liveStatements is ${settings.caps.liveStatements}`;
  const full = `${shown(by.principal)} has ${live} statements that are live: ${cap}`;
  const un = decline(scribe, ho, 'BUSY', full);
  return () => refused('busy', full, lineOf(un));
}
