import { type Hearing, type Ruling, takes } from './hearing.ts';

/** An AQ or ST changes nothing: it asks, or it tells. */
export function judgeQuestion(h: Hearing): Ruling {
  return takes(h, []);
}
