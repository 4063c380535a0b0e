import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Call } from '../../act/executor.ts';
import type { CommitOutcome } from '../../act/tool.ts';
import { parse } from '../../codec/index.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { seatOf } from '../../ledger/seat.ts';
import type { Statement } from '../../ledger/state.ts';
import { addressOf } from '../address.ts';
import { type Answer, refusal } from '../answer.ts';

import { idleExecutor, toolExecutor } from './executor.ts';
import type { Definitions } from './listing.ts';
import { standingOf } from './listing.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { thaw } from './mapping/frozen.ts';
import { isPart, type Reply } from './outcome.ts';
import { actToolFor, approvingFor, executorName, type GuardParts } from './parts.ts';
import type { GuardedTool } from './policy/policy.ts';
import { guardedIn } from './policy/read.ts';
import { refusedBy, standing } from './told.ts';
import type { Upstream } from './wire/upstream.ts';

/** What came of a commit, with what the server itself said, where it was asked. */
export interface Committed {
  readonly answer: Answer;
  readonly content: CallToolResult['content'];
}

/** A statement that is this guard's to run, with all that it runs with. */
interface Runnable {
  readonly name: string;
  readonly tool: GuardedTool;
  readonly text: string;
}

/** Runs a confirmed statement, once; a repeat hears what came of it. */
export async function commitCall(
  parts: GuardParts,
  handle: Handle,
  upstream: Upstream,
  {
    token,
    meta,
    definitions,
  }: { readonly token: string; readonly meta: Members; readonly definitions: Definitions },
): Promise<Committed> {
  const runnable = await runnableAs(parts, handle, token, definitions);
  if ('outcome' in runnable) return { answer: runnable, content: [] };
  const { name, tool, text } = runnable;
  let said: Reply | null = null;
  const heard = (reply: Reply): void => {
    said = reply;
  };
  const executor = toolExecutor({ parts, upstream, name, tool, text, meta, heard });
  const act = actToolFor(handle, { ask: tool.ask, executor, text });
  const outcome = await act.commit({ token });
  // whatever cannot be settled by asking again is a person's: it is asked at once
  const settled =
    outcome.outcome === 'unknown' && outcome.question === null ? await act.settle({ token }) : outcome;
  return { answer: answerTo(settled, (line) => askedIn(parts, handle, line)), content: contentOf(said) };
}

/** How a statement stands. */
export async function statusOf(parts: GuardParts, handle: Handle, token: string): Promise<Answer> {
  const found = await ownStatement(parts, handle, token);
  if ('outcome' in found) return found;
  const { ask } = JSON.parse(found.call) as Call;
  const view = await actToolFor(handle, { ask, executor: idleExecutor(parts), text: null }).show({ token });
  return view === null ? unknownToken(token) : standing(view);
}

/** Discards a statement that has not run. */
export async function abandonCall(parts: GuardParts, handle: Handle, token: string): Promise<Answer> {
  const found = await ownStatement(parts, handle, token);
  if ('outcome' in found) return found;
  const { ask } = JSON.parse(found.call) as Call;
  const act = actToolFor(handle, { ask, executor: idleExecutor(parts), text: null });
  const outcome = await act.abandon({ token });
  if (outcome.outcome === 'refused') return refusedBy(outcome);
  return {
    outcome: 'abandoned',
    message: 'The statement is discarded, and nothing was run.',
    next: 'Call the tool again if it is wanted after all.',
    facts: { token },
  };
}

/** Settles what a guard that ended left running: a person is asked what came of it, and nothing is sent again. */
export async function settleLeft(parts: GuardParts, handle: Handle): Promise<void> {
  for (const { statement } of await handle.open()) {
    const isLeft = statement?.state === 'CLAIMED' || statement?.state === 'UNKNOWN';
    if (statement === null || !isLeft || statement.question !== null) continue;
    if (statement.principal !== handle.principal || statement.executor !== executorName(parts.policy))
      continue;
    const { ask } = JSON.parse(statement.call) as Call;
    const { token } = statement;
    const act = actToolFor(handle, { ask, executor: idleExecutor(parts), text: null });
    const outcome = await act.settle({ token });
    if (outcome.outcome === 'unknown') parts.log(outcome.message);
  }
}

/** The caller's own statement of this guard; one that an other tool prepared is none of it. */
async function ownStatement(parts: GuardParts, handle: Handle, token: string): Promise<Statement | Answer> {
  const statement = await handle.statement(token);
  if (statement === null) return unknownToken(token);
  if (statement.principal !== handle.principal)
    return refusal('not-yours', 'The statement is another caller’s.', 'Leave it to whoever prepared it.');
  if (statement.executor === executorName(parts.policy)) return statement;
  return refusal('other-executor', 'The statement is not of this server.', 'Run it where it was prepared.');
}

function unknownToken(token: string): Answer {
  return refusal(
    'unknown-token',
    `There is no statement ${token}.`,
    'Take the token from the result of the guarded tool.',
  );
}

/** Everything that has to hold besides what the act tool asks: the policy and the server are what they were. */
async function runnableAs(
  parts: GuardParts,
  handle: Handle,
  token: string,
  definitions: Definitions,
): Promise<Runnable | Answer> {
  const statement = await ownStatement(parts, handle, token);
  if ('outcome' in statement) return statement;
  const { ask, artifacts } = JSON.parse(statement.call) as Call;
  const [entry] = [...guardedIn(parts.policy)].filter(([, { ask: own }]) => own === ask);
  if (entry === undefined) return changed(`the policy guards nothing by ${ask} any more`);
  const [name, tool] = entry;
  const { owner } = approvingFor(parts.policy, tool);
  const shown = await handle.show(statement.handoff);
  const approver = shown?.handoff?.principal;
  if (approver !== owner.principal)
    return changed(`the policy names ${owner.principal} as the approver, not ${approver}`);
  if (owner.principal === handle.principal) return changed('the caller would be its own approver');
  const [reference = ''] = Object.keys(artifacts);
  const { principal, agents, person = false } = owner;
  const kept = await parts.ledger
    .as({ principal, agents, person, conversation: handle.conversation })
    .kept(statement.handoff);
  const frozen = thaw(kept?.call ?? '', reference);
  if (frozen === null) return changed('the arguments are not kept as they were frozen');
  if (frozen.tool !== name || frozen.server !== parts.policy.name || frozen.pin !== tool.pin)
    return changed(`it was frozen for ${frozen.tool} of ${frozen.server} as that was approved then`);
  const stands = standingOf(parts.policy, name, definitions, new Set());
  if (stands.is === 'refused') return refusal('tool-changed', `Nothing was run: ${stands.why}.`, stands.next);
  return { name, tool, text: kept?.call ?? '' };
}

function changed(why: string): Answer {
  return refusal(
    'policy-changed',
    `Nothing was run: ${why}.`,
    'Call the tool again: it is prepared and confirmed anew.',
  );
}

/** The question that waits about what came of a call, and where a person answers it. */
function askedIn(parts: GuardParts, handle: Handle, question: string | null): NonNullable<Answer['facts']> {
  if (question === null) return {};
  const { profiles } = seatOf(handle).settings;
  const { message } = parse(question, { profiles });
  const link = message?.to === 'human' ? addressOf({ parts }, handle.conversation, message.id) : null;
  return { question, ...(link === null ? {} : { link }) };
}

/** What came of it, in words; what the server said of its own stands behind, as it said it. */
function answerTo(outcome: CommitOutcome, asked: (question: string | null) => Answer['facts']): Answer {
  switch (outcome.outcome) {
    case 'executed': {
      const { token, line, message, mismatch, repeat, question } = outcome;
      return {
        outcome: mismatch ? 'executed-otherwise' : 'executed',
        message: repeat ? `It was run before, once, and not now. ${message}` : message,
        next: mismatch
          ? 'Something else ran than was confirmed: say so, and wait for a person to decide; do nothing more about it.'
          : 'Go on: it is done, once.',
        facts: { token, line, repeat, mismatch, ...asked(question) },
        ...(mismatch ? { isError: true } : {}),
      };
    }
    case 'not-executed': {
      const { token, line, message, cause } = outcome;
      const next = 'It was not done. Call the tool again if it is still wanted: it has to be confirmed anew.';
      return { outcome: 'not-executed', message, next, facts: { token, line, cause }, isError: true };
    }
    case 'unknown': {
      const { token, message, cause, question } = outcome;
      const next =
        'Nobody knows whether it was done. Do not do it again by any means; a person is asked to look.';
      const facts = { token, cause, ...asked(question) };
      return { outcome: 'unknown', message, next, facts, isError: true };
    }
    case 'refused':
      return refusedBy(outcome);
    default:
      return outcome satisfies never;
  }
}

function contentOf(reply: Reply | null): CallToolResult['content'] {
  if (reply === null || !('result' in reply) || !isMembers(reply.result)) return [];
  const { content } = reply.result;
  return Array.isArray(content) ? content.filter(isPart) : [];
}
