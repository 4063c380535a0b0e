import { keptNumber } from './json-number.ts';
import type { Span } from './span.ts';

/** Where a value stands, and the name in front of it (null for elements of arrays and the whole text). */
export interface JsonPlace {
  readonly key: Span | null;
  readonly value: Span;
}

/** A fault of the text; `path` is that of the innermost value that it lies in. `duplicate`: the first member counts. */
export interface JsonFault {
  readonly fault: 'syntax' | 'duplicate' | 'too-deep' | 'too-large';
  readonly message: string;
  readonly path: string;
  readonly span: Span;
}

/** What a JSON text holds. `value` is undefined after a fault that is no duplicate; objects have no prototype. */
export interface JsonReading {
  readonly value: unknown;
  /** By path: `$`, `$.slots[3].type`, `$.enums["a b"]`. */
  readonly places: ReadonlyMap<string, JsonPlace>;
  readonly faults: readonly JsonFault[];
}

/** Most characters of a JSON text: several times what the longest line could need. */
export const longestJson: number = 256 * 1024;

/** What a text may be, and what of it is told. */
export interface JsonLimits {
  readonly maxDepth?: number;
  readonly longest?: number;
  /** A number that JavaScript cannot keep is no fault, for whoever hands the text on as it is. */
  readonly anyNumber?: boolean;
  /** No places, and every path is `$`: several times as fast, for texts of millions of values. */
  readonly placeless?: boolean;
}

/**
 * Reads a JSON text as RFC 8259 has it, with the place of every value, and tells members named twice. Linear; a text
 * longer than `longest` (`longestJson` by default) is not read, and one nested deeper than `maxDepth` arrays and objects (16 by default) or
 * with a number that would not be kept as it is written is refused.
 */
export function readJson(
  text: string,
  { maxDepth = 16, longest = longestJson, anyNumber = false, placeless = false }: JsonLimits = {},
): JsonReading {
  const places = new Map<string, JsonPlace>();
  const faults: JsonFault[] = [];
  if (text.length > longest) return { value: undefined, places, faults: [tooLarge(longest)] };
  try {
    const value = new Reader(text, { maxDepth, anyNumber, placeless }, places, faults).whole();
    return { value, places, faults };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return { value: undefined, places, faults: [...faults, stop.fault] };
  }
}

function tooLarge(longest: number): JsonFault {
  const message = `longer than ${longest} characters`;
  return { fault: 'too-large', message, path: '$', span: { start: 0, end: 0 } };
}

const longestName = 100;

/** The path of a member or element: `memberPath('$.slots', 3)` is `$.slots[3]`. A name is cut after 100 characters. */
export function memberPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (key.length > longestName)
    return `${path}[${JSON.stringify(`${key.slice(0, longestName)}…${key.length}`)}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** Ends the reading at a fault that nothing can be read behind. */
class Stop extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const literals: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class Reader {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #anyNumber: boolean;
  readonly #placeless: boolean;
  readonly #places: Map<string, JsonPlace>;
  readonly #faults: JsonFault[];
  #at = 0;
  #depth = 0;
  #path = '$';

  constructor(
    text: string,
    { maxDepth, anyNumber, placeless }: Required<Omit<JsonLimits, 'longest'>>,
    places: Map<string, JsonPlace>,
    faults: JsonFault[],
  ) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#anyNumber = anyNumber;
    this.#placeless = placeless;
    this.#places = places;
    this.#faults = faults;
  }

  whole(): unknown {
    const value = this.#value('$', null);
    if (this.#at < this.#text.length) this.#stop('nothing may follow the value');
    return value;
  }

  /** A value with the white space around it. */
  #value(path: string, key: Span | null): unknown {
    this.#skip();
    const outer = this.#path;
    this.#path = path;
    const start = this.#at;
    const value = this.#bare();
    if (!this.#placeless) this.#places.set(path, { key, value: { start, end: this.#at } });
    this.#path = outer;
    this.#skip();
    return value;
  }

  #bare(): unknown {
    const first = this.#text[this.#at];
    if (first === '{') return this.#nested(() => this.#object());
    if (first === '[') return this.#nested(() => this.#array());
    if (first === '"') return this.#string();
    for (const [word, value] of literals) if (this.#take(word)) return value;
    return this.#number();
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > this.#maxDepth) this.#stop(`deeper than ${this.#maxDepth} levels`, 1, 'too-deep');
    this.#at++;
    this.#skip();
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): Readonly<Record<string, unknown>> {
    const object: Record<string, unknown> = Object.create(null);
    if (this.#take('}')) return object;
    const path = this.#path;
    do {
      this.#skip();
      const start = this.#at;
      if (this.#text[start] !== '"') this.#stop('expected a name in double quotes');
      const name = this.#string();
      const key = { start, end: this.#at };
      this.#skip();
      if (!this.#take(':')) this.#stop('expected : behind the name');
      this.#member(object, name, path, key);
    } while (this.#take(','));
    if (!this.#take('}')) this.#stop('expected , or }');
    return object;
  }

  #member(object: Record<string, unknown>, name: string, path: string, key: Span): void {
    const own = this.#under(path, name);
    const first = this.#places.get(own);
    const value = this.#value(own, key);
    if (!Object.hasOwn(object, name)) {
      object[name] = value;
      return;
    }
    if (first !== undefined) this.#places.set(own, first);
    const message = `the name ${JSON.stringify(name)} stands twice in one object`;
    this.#faults.push({ fault: 'duplicate', message, path: own, span: key });
  }

  #array(): readonly unknown[] {
    const array: unknown[] = [];
    if (this.#take(']')) return array;
    const path = this.#path;
    do array.push(this.#value(this.#under(path, array.length), null));
    while (this.#take(','));
    if (!this.#take(']')) this.#stop('expected , or ]');
    return array;
  }

  #under(path: string, key: string | number): string {
    return this.#placeless ? path : memberPath(path, key);
  }

  #string(): string {
    const start = this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit < 0x20) this.#stop('a control character in a string is written \\u00XX');
      if (unit === 0x22) {
        this.#at++;
        return JSON.parse(this.#text.slice(start, this.#at));
      }
      if (unit === 0x5c) this.#escape();
    }
    return this.#stop('a string does not end');
  }

  #escape(): void {
    const form = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (found === null) this.#stop('no such escape in a string');
    else this.#at += found[0].length - 1;
  }

  #number(): number {
    const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
    number.lastIndex = this.#at;
    const found = number.exec(this.#text);
    if (found === null) return this.#stop('expected a value');
    const value = keptNumber(found[0]) ?? (this.#anyNumber ? Number(found[0]) : undefined);
    if (value === undefined)
      return this.#stop('a number that cannot be kept as it is written', found[0].length);
    this.#at += found[0].length;
    return value;
  }

  #take(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #skip(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  #stop(message: string, length = 1, fault: 'syntax' | 'too-deep' = 'syntax'): never {
    const end = Math.min(this.#at + length, this.#text.length);
    throw new Stop({ fault, message, path: this.#path, span: { start: this.#at, end } });
  }
}
