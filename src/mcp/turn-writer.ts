import type { Writable } from 'node:stream';

/** Writes to a stream: what is kept in one turn of the event loop goes out together, in its order. */
export class TurnWriter {
  readonly #stream: Writable;
  #kept = '';
  #turn: PromiseWithResolvers<void> | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Keeps a text until the turn ends. Resolves when the stream has taken it; rejects where it cannot be written. */
  keep(text: string): Promise<void> {
    this.#kept += text;
    if (this.#turn === null) {
      this.#turn = Promise.withResolvers<void>();
      this.#turn.promise.catch(() => undefined); // whoever sends without waiting hears of it by the stream
      process.nextTick(() => this.flush());
    }
    return this.#turn.promise;
  }

  /** Writes at once what is kept. */
  flush(): void {
    const [text, turn] = [this.#kept, this.#turn];
    if (turn === null) return;
    [this.#kept, this.#turn] = ['', null];
    this.#stream.write(text, (error) => (error == null ? turn.resolve() : turn.reject(error)));
  }

  /** Writes a text at once, behind what is kept. */
  write(text: string): Promise<void> {
    this.flush();
    return new Promise((resolve, reject) => {
      this.#stream.write(text, (error) => (error == null ? resolve() : reject(error)));
    });
  }
}
