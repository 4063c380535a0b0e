import type { Call } from '../../act/executor.ts';
import type { Statement } from '../../ledger/state.ts';
import { type Html, slotTable } from '../layout/index.ts';

/** The frozen call of a statement. */
export function callOf({
  call,
}: Pick<Statement, 'call'>): Pick<Call, 'ask' | 'item' | 'values' | 'artifacts'> {
  return call === '' ? { ask: '', item: '', values: {}, artifacts: {} } : (JSON.parse(call) as Call); // empty where it was redacted
}

/** The values of a statement, whole, exactly as they run or ran. */
export function callTable(statement: Pick<Statement, 'call'>, caption: string): Html {
  const rows = Object.entries(callOf(statement).values).map(([slot, value]) => ({ slot, value }));
  return slotTable(rows, { caption, of: 'as frozen' });
}
