import { count, heading, paintFor, wrap } from '../month-end/report/layout.ts';

/** What is told while it happens, and every point that has to hold. */
export class Story {
  readonly #tell: (text: string) => void;
  readonly #points: boolean[] = [];

  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  scene(title: string): void {
    this.#tell(heading(title, paint));
  }

  /** Somebody does or says something. */
  says(who: string, text: string): void {
    this.#tell(wrap(text, `  ${who.padEnd(10)}`));
  }

  /** A point that has to hold for the play to end well. */
  holds(point: string, isSo: boolean): void {
    this.#points.push(isSo);
    this.#tell(paint(wrap(point, `      ${isSo ? 'yes' : 'NO '}  `), isSo ? 'good' : 'bad'));
  }

  /** Says how many points hold; whether all of them do is the verdict. */
  ends(): boolean {
    const held = this.#points.filter((isSo) => isSo).length;
    this.scene(`${held} of ${count(this.#points.length, 'point')} hold`);
    return held === this.#points.length;
  }
}

const paint = paintFor(process.stdout, process.env);
