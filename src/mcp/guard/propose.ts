import { parse } from '../../codec/index.ts';
import { makeHandoff } from '../../compose/index.ts';
import { confirmByApproval } from '../../ledger/approval/confirm.ts';
import { timeOf } from '../../ledger/clock.ts';
import type { Handle, OpenHandoff } from '../../ledger/ledger.ts';
import { nextIdFor, propose } from '../../ledger/propose.ts';
import { seatOf } from '../../ledger/seat.ts';
import { type Answer, refusal } from '../answer.ts';
import type { Outcome } from '../tool.ts';
import { idleExecutor } from './executor.ts';
import { itemOf, type Mapped, mapped } from './mapping/arguments.ts';
import { type Frozen, freeze } from './mapping/frozen.ts';
import { type Approving, actToolFor, approvingFor, type GuardParts } from './parts.ts';
import type { GuardedTool } from './policy/policy.ts';
import { refusedBy, waiting } from './told.ts';

/** A call of a guarded tool, before anything is written. */
interface Wanted {
  readonly parts: GuardParts;
  readonly handle: Handle;
  readonly tool: GuardedTool;
  readonly values: Mapped['values'];
  readonly text: string;
  readonly reference: string;
  readonly approving: Approving;
}

/** Characters of the longest call that is frozen. */
const longestCall = 1024 * 1024;

/**
 * Makes a call into a handoff by the approver and a prepared statement, and says what has to happen before it runs; nothing is
 * run here. The same call finds the statement that it has already.
 */
export async function proposeCall(
  parts: GuardParts,
  handle: Handle,
  tool: GuardedTool,
  call: Frozen,
): Promise<Outcome> {
  const { values, faults } = mapped(tool, call.arguments);
  if (faults.length > 0)
    return refusal(
      'arguments',
      `The tool was not run: ${faults.join('; ')}.`,
      'Correct the arguments and call it again; what the policy does not know cannot be frozen.',
    );
  const { text, reference } = freeze(call);
  if (text.length > longestCall)
    return refusal(
      'arguments',
      `The tool was not run: its arguments are longer than ${longestCall} characters.`,
      'Do it in smaller parts.',
    );
  const approving = approvingFor(parts.policy, tool);
  if (approving.owner.principal === handle.principal || approving.agent === parts.agent)
    return refusal(
      'self-approval',
      `The tool was not run: ${handle.principal} is the caller and would be its own approver.`,
      'Have a person name another approver in the policy of the guard.',
    );
  const wanted = { parts, handle, tool, values, text, reference, approving };
  const known = await openOf(wanted);
  if (known?.statement != null) return told(wanted, known.statement.token, false);
  const handoff = known?.id ?? (await handedOver(wanted));
  return typeof handoff === 'string' ? prepared(wanted, handoff) : handoff;
}

/** The handoff that this very call has already. */
async function openOf({ parts, handle, tool, reference, approving }: Wanted): Promise<OpenHandoff | null> {
  const { profiles } = seatOf(handle).settings;
  const mine = (await handle.open()).filter(
    ({ to, ask, principal, orphaned, state }) =>
      to === parts.agent &&
      ask === tool.ask &&
      principal === approving.owner.principal &&
      !orphaned &&
      state !== 'CANCELLING',
  );
  const same = mine.find(({ line }) => {
    const art = parse(line, { profiles }).message?.slots['art'];
    return Array.isArray(art) && art.length === 1 && art[0] === reference;
  });
  return same ?? null;
}

/** Writes the handoff in the approver's name; its id, or why there is none. */
async function handedOver(wanted: Wanted): Promise<string | Answer> {
  const { parts, handle, tool, values, text, reference, approving } = wanted;
  const { settings } = seatOf(handle);
  const id = await nextIdFor(handle, approving.owner, approving.agent);
  const item = itemOf(tool, values, id.slice(approving.agent.length + 1));
  const record = {
    ...{ p: parts.policy.profile, from: approving.agent, to: parts.agent, item, ask: tool.ask },
    ...values,
    art: [reference],
  };
  const exp = await expOf(parts, handle);
  const { message, diagnostics } = makeHandoff({ record, id, set: { exp }, profiles: settings.profiles });
  if (message === null)
    return refusal(
      'not-composed',
      `The tool was not run: ${diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'its values fit no handoff'}`,
      'Correct the arguments and call it again.',
    );
  const options = { record, call: text, closeWhenExpired: true };
  const sent = await propose(handle, approving.owner, message, options);
  if (sent.outcome === 'refused')
    return refusal(
      sent.reason,
      `The tool was not run: ${sent.message}`,
      'Stop here, and say so to a person.',
    );
  if (sent.outcome === 'declined')
    return refusal('busy', 'The tool was not run: the approver has too much open.', 'Call it again later.');
  return id;
}

/** A minute's worth at least, by the ledger's clock. */
async function expOf({ policy: { confirmWithin = 86_400 } }: GuardParts, handle: Handle): Promise<string> {
  const { clock, store } = seatOf(handle);
  const now = clock?.() ?? (await store.now());
  return timeOf(now + confirmWithin * 1_000 + 59_999);
}

async function prepared(wanted: Wanted, handoff: string): Promise<Outcome> {
  const { parts, handle, tool, text, approving } = wanted;
  const act = actToolFor(handle, {
    ask: tool.ask,
    executor: { ...idleExecutor(parts), ready: () => null },
    text,
  });
  const outcome = await act.prepare({ handoff });
  switch (outcome.outcome) {
    case 'prepared':
      if (tool.approvals === true) await confirmByApproval(handle, approving.owner, outcome.token);
      return told(wanted, outcome.token, true);
    case 'refused':
      return refusedBy(outcome);
    default:
      return refusal(
        outcome.outcome,
        'The tool was not run: its handoff and its arguments do not agree.',
        'Stop here, and say so to a person.',
      );
  }
}

/** How the statement of the call stands now. */
async function told(wanted: Wanted, token: string, isNew: boolean): Promise<Outcome> {
  const { parts, handle, tool, approving, reference } = wanted;
  const act = actToolFor(handle, { ask: tool.ask, executor: idleExecutor(parts), text: null });
  const view = await act.show({ token });
  if (view === null) throw new TypeError(`${token} was just prepared`);
  const { principal: approver, person: isPerson = false } = approving.owner;
  return waiting(parts, view, {
    ...{ approver, isPerson, reference, isNew },
    conversation: handle.conversation,
  });
}
