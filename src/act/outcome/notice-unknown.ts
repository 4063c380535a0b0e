import { instantOf } from '../../ledger/clock.ts';
import type { Statement } from '../../ledger/state.ts';
import { capabilitiesOf } from '../capabilities.ts';
import type { Call } from '../executor.ts';
import { referenceOf } from '../statement.ts';
import { tailOf } from '../tail.ts';
import type { Notice } from '../tool.ts';
import { canLookUp, horizonOf, resendAt } from './evidence.ts';
import type { Noticed } from './notice.ts';

/** An outcome that nobody knows yet: what may have happened, what settles it, and where to look (act.md 8). */
export function unknownNotice(noticed: Noticed): Notice {
  const { desk, statement, executor, at } = noticed;
  const again = executor === null ? null : resendAt(desk, executor, statement, at);
  const found = mayHave(statement);
  if (executor === null)
    return {
      code: 'UNKNOWN',
      text: `${found} ${where(noticed)}; ${statement.principal} settles it.`,
      todo: 'look up',
    };
  const answering = `${where(noticed)}, then answer EXECUTED or NOTEXEC${asked(statement)}.`;
  if (again !== null && statement.question !== null)
    return { code: 'UNKNOWN', text: `${found} ${answering}`, todo: 'look up' };
  if (again !== null) return { code: 'CHECKING', text: checking(noticed, again), todo: 'wait' };
  const looked = canLookUp(executor);
  const isAwaited = statement.heard?.taken === true && statement.question === null; // else a person is to look
  if (isAwaited && (looked || executor.callback !== undefined)) {
    const then = looked ? 'is asked again for' : 'says by itself';
    const text = `${planOfCall(statement)} was taken${called(statement)} at ${sentAt(statement)}, and is not done yet. ${executor.name} ${then} what came of it.`;
    return { code: 'PENDING', text, todo: 'wait' };
  }
  const over = horizonOf(desk, executor, statement);
  if (looked && over !== null) {
    const text = `${found} It will not be sent again. It is looked up at ${executor.name}, where finding nothing means not done from ${instantOf(over)}.`;
    return { code: 'UNKNOWN', text, todo: 'wait' };
  }
  const also = looked ? ` ${executor.name} is asked what came of it.` : '';
  return {
    code: 'UNKNOWN',
    text: `${found} It will not be sent again.${also} ${answering}`,
    todo: 'look up',
  };
}

/** The same key once more: what cannot happen is told with it. */
function checking({ desk, statement, executor, at }: Noticed, again: number): string {
  const { fence, firstClaimedAt } = statement;
  const { idempotency } = capabilitiesOf(executor ?? {});
  const kept = idempotency.kind === 'key' ? idempotency.retention * 1_000 : 0;
  const when = again > at ? ` from ${instantOf(again)}` : '';
  const attempt = `attempt ${fence + 1} of ${desk.attempts}`;
  const until = instantOf((firstClaimedAt ?? at) + kept);
  return `${planOfCall(statement)}: asking ${executor?.name} again with the same key (${attempt})${when}. It cannot be done twice before ${until}.`;
}

function mayHave(statement: Statement): string {
  return `${planOfCall(statement)} may or may not have been done at ${sentAt(statement)}.`;
}

/** What to look for: the executor's own name of it, ours, and the key. */
function where({ statement, executor }: Noticed): string {
  const { reference, key } = statement;
  const known = reference === null ? '' : `the reference ${tailOf(reference)}, `;
  const place = executor === null ? statement.executor : executor.name;
  return `Look for ${known}the reference ${referenceOf(key)} or the key ${key} at ${place}`;
}

function called({ reference }: Statement): string {
  return reference === null ? '' : ` as ${tailOf(reference)}`;
}

function asked({ question }: Statement): string {
  return question === null ? '' : ` to ${question}`;
}

function sentAt({ lastClaimedAt }: Statement): string {
  return instantOf(lastClaimedAt ?? 0);
}

/** The act with all that it runs with: the profile says which slots those are. */
export function planOfCall({ call }: Pick<Statement, 'call'>): string {
  const { ask, item, values } = JSON.parse(call) as Call;
  const plan = Object.entries(values).map(([slot, value]) => `${slot}=${value}`);
  return `${ask} of ${item} (${plan.join(' ')})`;
}

/** What ran otherwise than planned. */
export function differenceOf({ call, result }: Statement): string {
  const { values } = JSON.parse(call) as Call;
  const ran = result?.values ?? {};
  const different = Object.entries(values).filter(([slot, planned]) => ran[slot] !== planned);
  const told = different.map(([slot, planned]) =>
    ran[slot] === undefined
      ? `${slot} not reported, plan ${planned}`
      : `executed ${slot}=${ran[slot]}, plan ${planned}`,
  );
  return told.join('; ') || 'it ran otherwise than planned';
}
