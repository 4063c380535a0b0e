import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Production, as one who walks over and looks sees it: nothing here asks hearback or believes the deployer. */
export class Production {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  /** Whether a build runs, and was put there by the change of this number; 0 is what was there before. */
  stands(ver: string, changes: number): boolean {
    return this.runs() === ver && this.#releases().length === changes + 1;
  }

  /** The build whose very files run; null for none of them. */
  runs(): string | null {
    const running = this.#pageOf('production/PROD', this.#releases().at(-1) ?? '');
    const builds = readdirSync(join(this.#place, 'builds'));
    return builds.find((ver) => this.#pageOf('builds', ver) === running) ?? null;
  }

  #releases(): readonly string[] {
    const numbers = readdirSync(join(this.#place, 'production/PROD')).map(Number);
    return numbers.sort((one, other) => one - other).map(String);
  }

  #pageOf(...folders: readonly string[]): string {
    return readFileSync(join(this.#place, ...folders, 'index.html'), 'utf8');
  }
}
