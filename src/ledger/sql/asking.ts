/**
 * A condition on `e`: the AQs of conversation ?1 after entry ?2 that have no answer, ?3 at most. `messages` is the table, with
 * its index where the database has to be told; `isAmong` compares the addressee with the agents that are wanted, null for
 * whoever it is.
 */
export function unanswered(messages: string, isAmong: string | null): string {
  const wanted = isAmong === null ? '' : `AND asks ${isAmong} `;
  return `e.conversation = ?1 AND e.sequence IN (SELECT sequence FROM ${messages} WHERE conversation = ?1
    AND asks IS NOT NULL ${wanted}AND sequence > ?2 ORDER BY sequence LIMIT ?3) ORDER BY e.sequence`;
}
