import { canonicalJson } from '../../text/canonical-json.ts';
import type { Asked } from './asked.ts';
import { sha256Of } from './reference.ts';

/**
 * SHA-256 of what the ledger shows of a question: the question itself, the act with its values, where each is from and what
 * differs, the closed answers, and who has said go so far. Another value anywhere makes another digest; what is written
 * meanwhile and changes nothing of it makes none.
 */
export function shownIn(asked: Asked): string {
  const { conversation, row, ask, item, slots, options, reference, against, until, settles, goes } = asked;
  const question = { conversation, id: row.id, digest: row.digest, until, settles };
  return sha256Of(canonicalJson({ question, ask, item, slots, options, reference, against, goes }));
}
