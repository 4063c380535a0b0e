import { canonicalJson } from '../../text/canonical-json.ts';
import type { Asked } from './asked.ts';
import { sha256Of } from './reference.ts';

/**
 * SHA-256 of what the ledger shows of a question: the question itself, the act with its values and what differs, the closed
 * answers, and who has said go so far. Another value anywhere makes another digest.
 */
export function shownIn(asked: Asked): string {
  const { conversation, row, ask, item, slots, options, reference, against, until, statement, settles } =
    asked;
  return sha256Of(
    canonicalJson({
      ...{
        conversation,
        question: row.id,
        digest: row.digest,
        ask,
        item,
        slots,
        options,
        reference,
        against,
        until,
        settles,
      },
      statement: statement === null ? null : { token: statement.token, sha256: statement.sha256 },
      goes: asked.goes,
    }),
  );
}
