import type { CallToolResult } from '@modelcontextprotocol/server';
import { noticeLine } from '../../act/outcome/notice.ts';
import type { ActRefusal } from '../../act/refusal.ts';
import type { Refused, StatementView } from '../../act/tool.ts';
import { timeOf } from '../../ledger/clock.ts';
import { type Answer, refusal, resultOf } from '../answer.ts';
import type { Outcome } from '../tool.ts';
import type { GuardParts } from './parts.ts';

/** The tools that a guard adds to those of the server. */
export const ownNames = {
  commit: 'hearback_commit',
  status: 'hearback_status',
  abandon: 'hearback_abandon',
} as const;

/** Whose word a prepared call waits for, and where. */
interface Awaited {
  readonly approver: string;
  /** The approver is a person, who answers on the console. */
  readonly isPerson: boolean;
  /** What art= of the handoff names. */
  readonly reference: string;
  readonly conversation: string;
  /** It was prepared just now. */
  readonly isNew: boolean;
}

/** A call that waits for its approver, with what to do next. */
export function waiting(
  { console: page }: Pick<GuardParts, 'console'>,
  view: StatementView,
  { approver, isPerson, reference, conversation, isNew }: Awaited,
): Outcome {
  const { token, line, notice, confirmed, exp } = view;
  const link = page === null ? null : `${page}/statements/${encodeURIComponent(conversation)}/${token}`;
  const where = link === null ? `with hearback confirm ${token}` : `at ${link}`;
  const isReady = confirmed !== null;
  return {
    outcome: isReady ? 'confirmed' : 'waiting',
    message: `The tool was not run. ${noticeLine(notice)}`,
    next: isReady
      ? `Call ${ownNames.commit} with token ${token}: it runs exactly what was confirmed, once.`
      : `${approver} has to confirm exactly this ${where}; you cannot. Say so, then call ${ownNames.commit} with token ${token} once that is done.`,
    facts: {
      token,
      line,
      approver,
      ...{ values: valuesOf(view), item: itemOf(view) },
      arguments: reference,
      ...(exp === null ? {} : { exp: timeOf(exp) }),
      ...(link === null ? {} : { link }),
    },
    ...(isPerson && !isReady ? { waiting: { id: token, url: link, isNew } } : {}),
  };
}

/** A refusal of the act tool; `next` says what to do about those that a caller can do something about. */
export function refusedBy({ reason, message, line, retryable }: Refused): Answer {
  const next = nextFor[reason] ?? (retryable ? 'Call again later.' : 'Stop here, and say so to a person.');
  return refusal(reason, message, next, { ...(line === null ? {} : { line }), retryable });
}

const nextFor: Partial<Readonly<Record<ActRefusal, string>>> = {
  unconfirmed: `Wait: the approver has to confirm it first, and you cannot; call ${ownNames.commit} again after that.`,
  expired: 'Call the tool again: it is prepared anew, and has to be confirmed anew.',
  abandoned: 'Call the tool again if it is still wanted: it is prepared anew, and has to be confirmed anew.',
  changed: 'Call the tool again: it is prepared anew, and has to be confirmed anew.',
  duplicate: 'Do not call it again: the act is open or done; look at it with hearback_status.',
  'in-progress': `It is running: call ${ownNames.commit} again to hear what came of it; nothing runs twice.`,
  'unknown-token': 'Take the token from the result of the guarded tool.',
  'not-yours': 'Only the caller whose call it was runs it.',
  busy: 'Wait until some of your calls are confirmed or discarded.',
};

/** How a statement stands. */
export function standing(view: StatementView): Answer {
  const { token, line, notice, state } = view;
  return {
    outcome: state.toLowerCase(),
    message: noticeLine(notice),
    next: nextTodo[notice.todo],
    facts: { token, line, values: valuesOf(view), item: itemOf(view) },
  };
}

const nextTodo: Readonly<Record<StatementView['notice']['todo'], string>> = {
  nothing: `Call ${ownNames.commit} to run it, or to hear again what came of it.`,
  confirm: 'Wait for the approver; you cannot confirm it.',
  wait: 'Ask again later.',
  'look up': 'Wait: a person looks what came of it. Do not do the act by other means.',
  prepare: 'Call the tool again if it is still wanted.',
  decide: 'Wait: a person decides. Do not do the act by other means.',
  UNDO: 'A person decides whether it is undone.',
};

function valuesOf({ call }: StatementView): unknown {
  return (JSON.parse(call) as { readonly values: unknown }).values;
}

function itemOf({ call }: StatementView): unknown {
  return (JSON.parse(call) as { readonly item: unknown }).item;
}

/** The result as it goes over the wire; a client of the newer protocol is told that it is complete. */
export function wireResult(answer: Answer, isModern: boolean, more: Partial<CallToolResult> = {}): object {
  const result = resultOf(answer);
  const content = [...result.content, ...(more.content ?? [])];
  return { ...(isModern ? { resultType: 'complete' } : {}), ...result, content };
}
