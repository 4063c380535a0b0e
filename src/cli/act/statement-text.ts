import type { Call as Act } from '../../act/executor.ts';
import { noticeLine } from '../../act/outcome/notice.ts';
import type { StatementView } from '../../act/tool.ts';
import type { Statement } from '../../ledger/state.ts';
import { escaped } from '../../text/shown.ts';
import { columns, plainValue } from '../ledger/plain.ts';

/** How a statement stands and what to do (act.md 8), then the act as it would run: every slot, whole. */
export function statementText(statement: StatementView): string {
  return `${noticeText(statement)}\n${actText(statement)}`;
}

/** How a statement stands, and what to do. */
export function noticeText({ notice }: Pick<StatementView, 'notice'>): string {
  return escaped(noticeLine(notice));
}

/** What runs, slot by slot; nothing is cut, and nothing that hides or looks like something else stays unseen (F17). */
export function actText(statement: Statement): string {
  const { ask, item, values, artifacts } = JSON.parse(statement.call) as Act;
  return columns([
    ['act', `${ask} ${plainValue(item)}`],
    ...Object.entries(values).map(([slot, value]) => [slot, plainValue(value)] as const),
    ...Object.entries(artifacts).map(([name, hash]) => artifactRow(name, hash)),
    ['handoff', statement.handoff],
    ['token', statement.token],
  ]);
}

/** An artifact that has no name but its hash is shown once, and its name makes no column wide. */
function artifactRow(name: string, hash: string): readonly [string, string] {
  return name === `sha256:${hash}` ? ['artifact', name] : [escaped(name), `sha256 ${hash}`];
}
