import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Refused } from '../../act/tool.ts';
import { diagnosticJson } from '../../diagnostic/render-json.ts';
import type { Sent } from '../../ledger/ledger.ts';
import type { Problem } from '../security/problem.ts';

/** Thrown by a route that cannot go on: it is told as this problem. */
export class Refusing extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Refusing';
    this.problem = problem;
  }
}

/** The status of a refusal by its reason; 422 for the others: it was understood, and is not taken. */
const statuses: Readonly<Record<string, ContentfulStatusCode>> = {
  revoked: 401,
  identity: 403,
  'not-a-person': 403,
  'not-yours': 403,
  'principal-differs': 403,
  'self-confirmed': 403,
  'unknown-handoff': 404,
  'unknown-token': 404,
  'unknown-re': 404,
  'id-taken': 409,
  answered: 409,
  closed: 409,
  duplicate: 409,
  'live-statement': 409,
  'has-statement': 409,
  'in-progress': 409,
  running: 409,
  settled: 409,
  stopped: 409,
  unconfirmed: 409,
  abandoned: 409,
  incident: 409,
  'not-trusted': 503,
  quarantined: 503,
  'not-ready': 503,
  'unreadable-source': 503,
  busy: 503,
};

/** A refusal of the act tool as a problem. */
export function problemOfAct({ reason, message, retryable, line }: Refused): Problem {
  return { status: statuses[reason] ?? 422, code: reason, detail: message, retryable, more: { line } };
}

/** A refusal of a line as a problem, with what was found in it. */
export function problemOfSent({
  reason,
  message,
  diagnostics,
  answer,
}: Extract<Sent, { outcome: 'refused' }>): Problem {
  const more = { diagnostics: diagnostics.map(diagnosticJson), answer };
  return { status: statuses[reason] ?? 422, code: reason, detail: message, more };
}
