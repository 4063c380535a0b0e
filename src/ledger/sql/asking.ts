/** How a database finds questions: its table of messages, and what it takes out of a row, as its partial index says it. */
export interface Asking {
  readonly messages: string;
  readonly type: string;
  readonly to: string;
}

/**
 * A condition on `e`: the AQs of conversation ?1 after entry ?2 that have no answer, ?3 at most. `isAmong` compares the
 * addressee with the agents that are wanted; null for whoever it is.
 */
export function unanswered({ messages, type, to }: Asking, isAmong: string | null): string {
  const wanted = isAmong === null ? '' : `AND ${to} ${isAmong} `;
  return `e.conversation = ?1 AND e.sequence IN (SELECT sequence FROM ${messages} WHERE conversation = ?1
    AND answer IS NULL AND ${type} = 'AQ' ${wanted}AND sequence > ?2 ORDER BY sequence LIMIT ?3) ORDER BY e.sequence`;
}
