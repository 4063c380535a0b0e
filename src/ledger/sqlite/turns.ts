import { errorOf } from './error.ts';

/** Work that waits for the file: decides on what is there, and says what it writes and answers then. */
export type Turn<T> = () => { readonly write: () => void; readonly answer: () => T };

interface Waiting {
  readonly turn: Turn<unknown>;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown };

/** The file at which turns are taken. */
export interface TurnsAt {
  /** Holds the file: all of it is written, or nothing. */
  readonly hold: <T>(work: () => T) => T;
  readonly exec: (sql: string) => unknown;
  /** Told of each transaction: its start, the end of what it writes, and that something that was written is undone. */
  readonly told: { readonly begun: () => void; readonly ended: () => void; readonly undone: () => void };
}

/** As many turns share one transaction: other processes wait meanwhile. */
const most = 100;

/** What a turn has written has to be undone. */
class Undone extends Error {}

/**
 * Turns at the file. Those that wait at the same time share one transaction, so that one flush of the disk serves them
 * all; each is answered when it is durable, and the failure of one is nobody else's.
 */
export class Turns {
  readonly #at: TurnsAt;
  #waiting: Waiting[] = [];
  #called = false;

  constructor(at: TurnsAt) {
    this.#at = at;
  }

  take<T>(turn: Turn<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ turn, resolve, reject });
      this.#call();
    });
  }

  /** Takes every turn that waits, now. */
  finish(): void {
    while (this.#waiting.length > 0) this.#takeSome();
  }

  /** After everything that has arrived by now: what else waits then comes along. */
  #call(): void {
    if (this.#called) return;
    this.#called = true;
    setImmediate(() => {
      this.#called = false;
      if (this.#waiting.length > 0) this.#takeSome();
      if (this.#waiting.length > 0) this.#call();
    });
  }

  #takeSome(): void {
    const taken = this.#waiting.splice(0, most);
    const outcomes = this.#together(taken);
    taken.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined && 'answer' in outcome)
        resolve(outcome.answer as never); // its own turn's
      else reject(errorOf(outcome?.error));
    });
  }

  #together(taken: readonly Waiting[]): readonly Outcome[] {
    try {
      return this.#at.hold(() => {
        this.#at.told.begun();
        const outcomes = taken.map(({ turn }) => outcomeOf(turn));
        this.#at.told.ended();
        return outcomes;
      });
    } catch (error) {
      this.#at.told.undone();
      if (error instanceof Undone && taken.length > 1) return this.#apart(taken);
      const failed = { error: error instanceof Undone ? error.cause : error };
      return taken.map(() => failed);
    }
  }

  /** The same turns once more, each so that it can be undone by itself. */
  #apart(taken: readonly Waiting[]): readonly Outcome[] {
    try {
      return this.#at.hold(() => {
        this.#at.told.begun();
        const outcomes = taken.map(({ turn }) => this.#byItself(turn));
        this.#at.told.ended();
        return outcomes;
      });
    } catch (error) {
      this.#at.told.undone();
      return taken.map(() => ({ error }));
    }
  }

  #byItself(turn: Turn<unknown>): Outcome {
    this.#at.exec('SAVEPOINT turn');
    try {
      const outcome = outcomeOf(turn);
      this.#at.exec('RELEASE turn');
      return outcome;
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      this.#undo(error);
      return { error: error.cause };
    }
  }

  /** Throws what the turn failed with where SQLite has undone everything already (disk full, for one). */
  #undo({ cause }: Undone): void {
    this.#at.told.undone();
    try {
      this.#at.exec('ROLLBACK TO turn; RELEASE turn');
    } catch {
      throw cause;
    }
  }
}

/** Throws Undone for a turn that failed after it began to write; before that nothing has to be undone. */
function outcomeOf(turn: Turn<unknown>): Outcome {
  let decided: ReturnType<Turn<unknown>>;
  try {
    decided = turn();
  } catch (error) {
    return { error };
  }
  try {
    decided.write();
    return { answer: decided.answer() };
  } catch (cause) {
    throw new Undone('', { cause });
  }
}
