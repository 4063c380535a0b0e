import { checkDone, checkHandoff, checkReadback } from '../../src/checks/index.ts';
import { decode } from '../../src/codec/index.ts';
import type { Verdict } from '../../src/diagnostic/verdict.ts';
import { now } from '../support/exchanges.ts';
import type { Peer, PeerVerdict } from '../support/peer.ts';
import { anatomyOf } from './anatomy.ts';
import type { Case } from './exchange-anatomy.ts';
import { type ExchangeRuling, exchangeRulings } from './exchange-rulings.ts';

/** An exchange as lines, for one check. */
export type WrittenCase = ExchangeRuling['example'];

/** The peer's verdicts, one batch a check, in the order of the cases. */
export async function peerVerdicts(
  peer: Peer,
  cases: readonly WrittenCase[],
): Promise<readonly PeerVerdict[]> {
  const of = (check: WrittenCase['check']) => cases.filter((one) => one.check === check).map(asPeerAsks);
  const verdicts = {
    handoff: [...(await peer.ask('handoff', of('handoff')))],
    readback: [...(await peer.ask('readback', of('readback')))],
    done: [...(await peer.ask('done', of('done')))],
  };
  return cases.map(({ check }) => verdicts[check].shift() ?? { passes: false });
}

/** The arguments of the peer's calls: it has to be told the profile, which is the handoff's own. */
function asPeerAsks({ ho, rb, dn = '', record = {}, kept }: WrittenCase) {
  const { vocabulary } = anatomyOf(ho);
  const profile = vocabulary.profile ? vocabulary.name : null;
  return { ho, rb: rb ?? null, dn, record, accept: kept?.split('+') ?? null, profile, now };
}

/** Our verdict on an exchange whose lines are all valid. */
export function ourVerdict({ check, ho, rb, dn, record = {}, kept }: WrittenCase): Verdict {
  const handoff = decode(ho);
  if (check === 'handoff') return checkHandoff({ ho: handoff, record, now });
  const readback = rb === undefined ? undefined : decode(rb);
  if (check === 'done') {
    return checkDone({ ho: handoff, dn: decode(dn ?? ''), now, ...(readback ? { rb: readback } : {}) });
  }
  return checkReadback({ ho: handoff, rb: readback ?? decode(''), now, kept });
}

/** Codes of our errors where only the peer passes; `(peer) …`, how its problems begin, where only we pass. */
export function differencesOfExchange(one: WrittenCase, theirs: PeerVerdict): readonly string[] {
  const ours = ourVerdict(one);
  if (ours.passes === theirs.passes) return [];
  if (theirs.passes) {
    return ours.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  }
  return (theirs.problems ?? [theirs.crash ?? '']).map((problem) => `(peer) ${/^[\w ]+/.exec(problem)?.[0]}`);
}

/** The rulings that excuse the differences, or the codes that nothing excuses. */
export function judgedExchange(
  one: WrittenCase,
  theirs: PeerVerdict,
): { excusedBy: Set<ExchangeRuling>; unlisted: string[] } {
  const exchange = taken(one);
  const excusedBy = new Set<ExchangeRuling>();
  const unlisted: string[] = [];
  for (const code of differencesOfExchange(one, theirs)) {
    const ruling = exchangeRulings.find(({ codes, covers }) => codes.includes(code) && covers(exchange));
    if (ruling) excusedBy.add(ruling);
    else unlisted.push(code);
  }
  return { excusedBy, unlisted };
}

function taken({ check, ho, rb, dn, record, kept }: WrittenCase): Case {
  return {
    check,
    ho: anatomyOf(ho),
    ...(rb === undefined ? {} : { rb: anatomyOf(rb) }),
    ...(dn === undefined ? {} : { dn: anatomyOf(dn) }),
    ...(record === undefined ? {} : { record }),
    ...(kept === undefined ? {} : { kept }),
  };
}
