import { type Definitions, definitionsIn } from './listing.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import type { Upstream } from './wire/upstream.ts';

/** Pages of a list that are read at most. */
const mostPages = 100;

/** What the server says that it has: asked anew for every call that is guarded, since it may change at any time. */
export class Catalog {
  readonly #upstream: Upstream;
  readonly #hear: (names: ReadonlySet<string>) => void;
  #known: Promise<ReadonlySet<string>> | null = null;

  /** `hear` is told the names that are there when somebody first asks. */
  constructor(upstream: Upstream, hear: (names: ReadonlySet<string>) => void = () => undefined) {
    this.#upstream = upstream;
    this.#hear = hear;
  }

  /** The tools, now. Throws where the server gives no list. */
  async read(meta: Members): Promise<Definitions> {
    const tools: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < mostPages; page++) {
      const reply = await this.#upstream.ask('tools/list', {
        ...(cursor === undefined ? {} : { cursor }),
        ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
      });
      const result = 'result' in reply && isMembers(reply.result) ? reply.result : {};
      if (!Array.isArray(result['tools'])) throw new Error('the server gives no list of its tools');
      tools.push(...result['tools']);
      cursor = result['nextCursor'];
      if (cursor === undefined || cursor === null) return definitionsIn(tools);
    }
    throw new Error(`the list of the server’s tools has more than ${mostPages} pages`);
  }

  /** The names that were there when somebody first asked. */
  known(meta: Members): Promise<ReadonlySet<string>> {
    this.#known ??= this.read(meta).then((tools) => {
      const names = new Set(tools.keys());
      this.#hear(names);
      return names;
    });
    this.#known.catch(() => {
      this.#known = null;
    });
    return this.#known;
  }
}
