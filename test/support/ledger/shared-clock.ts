import { writeFileSync } from 'node:fs';
import type { Clock } from './office.ts';

/** A clock that stands still until it is set, in a file, so that every process of a test sees one time. */
export function sharedClock(path: string, start: number): Clock {
  let time = start;
  writeFileSync(path, String(start));
  return {
    get now() {
      return time;
    },
    set now(moment) {
      time = moment;
      writeFileSync(path, String(moment));
    },
  };
}
