import type { AnyMessage } from '../../codec/message.ts';
import { makeUnable } from '../../compose/index.ts';
import { composed, type Scribe } from '../scribe.ts';

/** UN in the name of a handoff's receiver, which closes it: code knows already that it will not be done. */
export function decline(scribe: Scribe, ho: AnyMessage, why: 'DUP' | 'BUSY', tail: string): AnyMessage {
  const { id: re, from, to } = ho;
  const un = composed(makeUnable({ re, from: to, to: from, id: scribe.nextId(to), why, tail }));
  const closed = { fact: 'closed', handoff: re, closer: 'UN', message: un.id, mismatch: false } as const;
  scribe.write({ message: un, facts: [closed], verdict: null, delegate: true });
  return un;
}
