import { rules as answer } from '../checks/answer.ts';
import { rules as comprehension } from '../checks/comprehension-rules.ts';
import { rules as done } from '../checks/done-rules.ts';
import { rules as echo } from '../checks/echo.ts';
import { rules as execution } from '../checks/execution.ts';
import { rules as expiry } from '../checks/expiry.ts';
import { rules as handoff } from '../checks/handoff.ts';
import { rules as integrity } from '../checks/integrity.ts';
import { rules as needsLevel } from '../checks/needs-level.ts';
import { rules as receipt } from '../checks/receipt.ts';
import { rules as record } from '../checks/record.ts';
import { rules as relay } from '../checks/relay.ts';
import { rules as admission } from '../checks/thread/admission.ts';
import { rules as answers } from '../checks/thread/answers.ts';
import { rules as cancelling } from '../checks/thread/cancelling.ts';
import { rules as closing } from '../checks/thread/closing.ts';
import { rules as ending } from '../checks/thread/ending.ts';
import { rules as handoffs } from '../checks/thread/handoffs.ts';
import { rules as identity } from '../checks/thread/identity.ts';
import { rules as questions } from '../checks/thread/questions.ts';
import { rules as readbacks } from '../checks/thread/readbacks.ts';
import { rules as relays } from '../checks/thread/relays.ts';
import { rules as retries } from '../checks/thread/retries.ts';
import { rules as running } from '../checks/thread/running.ts';
import { rules as stops } from '../checks/thread/stops.ts';
import { rules as voids } from '../checks/thread/voids.ts';
import { rules as unknownKeys } from '../checks/unknown-keys.ts';
import { rules as json } from '../codec/json-rules.ts';
import { rules as line } from '../codec/line-rules.ts';
import { rules as message } from '../codec/message-rules.ts';
import { rules as ofProfile } from '../codec/profile-rules.ts';
import { rules as slot } from '../codec/slot-rules.ts';
import { rules as compose } from '../compose/rules.ts';
import type { Rule, Rules } from '../diagnostic/rule.ts';
import { rules as source } from '../evidence/check-src-rules.ts';
import { rules as crosswalk } from '../evidence/crosswalk/rules.ts';
import { rules as foundLines } from '../reply/find-rules.ts';
import { rules as reply } from '../reply/rules.ts';
import { rules as profile } from '../vocabulary/profile-rules.ts';
import { rules as damaged } from './damaged.ts';
import { rules as expectedType } from './expected-type.ts';

/** Every table of rules, in the order in which a line meets them. */
const tables: readonly Rules[] = [
  ...[foundLines, damaged, line, slot, message, ofProfile, json, profile],
  ...[record, handoff, relay, needsLevel, unknownKeys],
  ...[receipt, integrity, echo, comprehension, execution, expiry],
  ...[done, answer],
  ...[
    identity,
    admission,
    handoffs,
    readbacks,
    voids,
    questions,
    answers,
    stops,
    running,
    closing,
    cancelling,
    retries,
    relays,
    ending,
  ],
  ...[source, crosswalk],
  ...[compose, reply, expectedType],
];

/** A rule with its code. */
export interface CatalogRule extends Rule<unknown> {
  readonly code: string;
}

/** Every code that a diagnostic may have, with its rule. */
export const catalog: ReadonlyMap<string, CatalogRule> = new Map(
  tables.flatMap((table) => Object.entries(table)).map(([code, rule]) => [code, { code, ...rule }]),
);
