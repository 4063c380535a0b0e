import { escaped } from '../../text/shown.ts';
import type { Call } from '../verb.ts';
import type { Given } from './sources.ts';

/** What of the sources cannot be read: nothing that lies there was looked at. */
export function tellFaults({ report }: Call, { faults }: Pick<Given, 'faults'>): void {
  for (const { file, where, fault } of faults) {
    report.note(
      `cannot read ${escaped(file)}${where === null ? '' : `, ${escaped(where)}`}: ${escaped(fault)}`,
    );
  }
}
