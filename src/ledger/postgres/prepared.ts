import { createHash } from 'node:crypto';
import type { PreparedQuery } from './session.ts';

/** Uses of a statement after which it gets another name. */
const planned: readonly number[] = [300, 3_000, 30_000];

/**
 * A statement that each connection prepares by its name. The plan that a database makes for a name is kept, and the one
 * for an empty table reads all of it; so the name changes while the tables may still be growing from nothing, and then no more.
 */
export class Prepared {
  readonly text: string;
  readonly #name: string;
  #uses = 0;

  /** Another text has another name. */
  constructor(text: string) {
    this.text = text;
    this.#name = `hearback ${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  }

  with(values: unknown[]): PreparedQuery {
    const plan = planned.filter((uses) => uses <= this.#uses).length;
    this.#uses += 1;
    return { name: `${this.#name} ${plan}`, text: this.text, values };
  }
}
