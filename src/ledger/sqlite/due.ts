import { queries } from '../sql/rows.ts';
import type { Due, Named } from '../store.ts';
import { rowsOf, type Sql } from './read.ts';

type NamedHandoff = Extract<Due, { readonly handoff: string }>;

/** Statements and handoffs whose time has come; where there are more than `limit`, what is handed out goes to the end. */
export async function dueIn(
  sql: Sql,
  write: (work: () => void) => Promise<void>,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly Due[]> {
  const statements = rowsOf<Named>(sql, queries.dueStatements, now, limit);
  const handoffs = rowsOf<NamedHandoff>(sql, queries.dueHandoffs, now, limit);
  if (statements.length === limit || handoffs.length === limit) {
    await write(() => {
      for (const { conversation, token } of statements) {
        sql(queries.dueStatementLater).run(now, conversation, token);
      }
      for (const { conversation, handoff } of handoffs) {
        sql(queries.dueHandoffLater).run(now, conversation, handoff);
      }
    });
  }
  return [...statements, ...handoffs];
}
