import { type AnyMessage, type Parsed, parse, type ReadOptions } from '../../codec/index.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { linesOf } from '../../text/lines.ts';
import type { MessageType, ProfileData, Profiles } from '../../vocabulary/index.ts';
import { damaged } from '../damaged.ts';
import { isOfType } from '../expected-type.ts';

/** One row of a suite, its null members taken out: null is absent. */
export type Row = Readonly<Record<string, unknown>>;

/** What vectors are judged with, beside what each holds itself. */
export interface Context {
  readonly profiles: Profiles;
  readonly now: string;
  /** The crosswalk that vectors translate by where they hold none, and its profiles beside the others. */
  readonly crosswalk?: { readonly text: string; readonly profiles: readonly ProfileData[] } | undefined;
}

/** Thrown for a vector that lacks what its kind needs. */
export class MalformedVector extends Error {}

/** Thrown for a vector one of whose lines is refused or of the wrong type; carries what was found. */
export class RefusedLine extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super('a line of the vector is refused');
    this.diagnostics = diagnostics;
  }
}

/** A row being run: its members as a kind needs them. */
export class Vector {
  readonly row: Row;
  readonly now: string;
  readonly options: ReadOptions;
  readonly crosswalk: Context['crosswalk'];

  constructor(row: Row, { profiles, now, crosswalk }: Context) {
    this.crosswalk = crosswalk;
    this.row = row;
    this.now = this.optionalText('now') ?? now;
    const profile = this.optionalText('profile');
    this.options = { profiles, ...(profile === undefined ? {} : { profile }) };
  }

  needed(name: string): unknown {
    const value = this.row[name];
    if (value === undefined) throw new MalformedVector(`${name} is missing`);
    return value;
  }

  text(name: string): string {
    const value = this.needed(name);
    if (typeof value !== 'string') throw new MalformedVector(`${name} is no string`);
    return value;
  }

  optionalText(name: string): string | undefined {
    return this.row[name] === undefined ? undefined : this.text(name);
  }

  texts(name: string): readonly string[] {
    const value = this.needed(name);
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
    throw new MalformedVector(`${name} is no list of strings`);
  }

  /** A member as `{ [name]: value }` where the row has it: what options that may be left out are built of. */
  optional(name: string): Row {
    return this.row[name] === undefined ? {} : { [name]: this.row[name] };
  }

  /** The line of a vector; `hex` in its place spells out its bytes, which need not be UTF-8. */
  line(): Parsed {
    const hex = this.optionalText('hex');
    if (hex === undefined) return this.parsed('line');
    const [line] = linesOf(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
    if (line === undefined) throw new MalformedVector('hex holds no line');
    return line.isUtf8 ? parse(line.text, this.options) : damaged(line.text, this.options);
  }

  /** The messages of lines, by the types that they must have; all that refuses one is told at once. */
  messages<K extends string>(expected: Readonly<Record<K, MessageType>>): Readonly<Record<K, AnyMessage>> {
    const found: Diagnostic[] = [];
    const messages: Partial<Record<K, AnyMessage>> = {};
    for (const name of Object.keys(expected) as K[]) {
      const { message, diagnostics } = this.parsed(name);
      if (message === null) found.push(...diagnostics);
      else if (isOfType(message, expected[name], found)) messages[name] = message;
    }
    if (found.length > 0) throw new RefusedLine(found);
    return messages as Readonly<Record<K, AnyMessage>>; // a name without a message has left a finding
  }

  /** A member that is no string is refused by the parser, not here. */
  parsed(name: string): Parsed {
    return parse(this.needed(name) as string, this.options);
  }
}
