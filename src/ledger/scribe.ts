import { randomUUID } from 'node:crypto';
import { build, fullDigest, lineOf, type MessageParts, type Read, toJson } from '../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { Draft, EntryBody } from './entry.ts';
import { LedgerError } from './error.ts';
import type { Fact } from './fact.ts';
import { isCounted, numberOf } from './ids.ts';
import { keptDigest } from './kept.ts';
import { packed } from './kept-diagnostics.ts';
import type { Connection, Kept, KeptVerdict } from './ledger.ts';
import { program } from './program.ts';
import type { Refusal } from './refusal.ts';
import type { Settings } from './settings.ts';
import type { KeptRow, Redaction, Slice } from './store.ts';

/** An accepted line, with what it changes. */
export interface Written {
  readonly message: AnyMessage;
  readonly facts: readonly Fact[];
  readonly verdict: KeptVerdict | null;
  /** Code wrote it in the name of its from=. */
  readonly delegate?: boolean;
  readonly secret?: Secret;
}

/** What only the sender's principal may read: what it kept, and the verdict that uses it. */
export interface Secret {
  readonly principal: string;
  readonly kept?: Kept;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Collects what one step writes, and gives out ids so that none is used twice. */
export class Scribe {
  readonly #slice: Slice;
  readonly #by: Required<Connection>;
  readonly #settings: Settings;
  readonly #numbers: Map<string, number>;
  readonly drafts: Draft[] = [];
  readonly kept: Map<string, KeptRow> = new Map();
  readonly redactions: Redaction[] = [];

  constructor(slice: Slice, by: Required<Connection>, settings: Settings) {
    this.#slice = slice;
    this.#by = by;
    this.#settings = settings;
    this.#numbers = new Map(slice.rows.numbers);
  }

  /** The id that the next message of an agent has; it is used up when that message is written. */
  nextId(agent: string): string {
    const last = this.#numbers.get(agent);
    if (last === undefined)
      throw new LedgerError('ledger/ids', `a step gives ids to ${agent} that it did not ask for`);
    let number = last + 1;
    while (this.#slice.rows.messages.has(`${agent}-${number}`)) number++;
    return `${agent}-${number}`;
  }

  /** A message of these parts under the next id of its sender, judged by the profiles; null for parts that are none. */
  tryCompose(parts: Omit<MessageParts, 'id'>, profiles?: Profiles): AnyMessage | null {
    return this.#build(parts, profiles).message;
  }

  /** A message of these parts under the next id of its sender. Throws LedgerError for parts that are none. */
  compose(parts: Omit<MessageParts, 'id'>, profiles?: Profiles): AnyMessage {
    return composed(this.#build(parts, profiles));
  }

  write({ message, facts, verdict, delegate = false, secret }: Written): void {
    const { id, from } = message;
    this.#count(id, from);
    const line = lineOf(message);
    const kept = secret === undefined ? null : keptRow(secret, line);
    if (kept !== null) this.kept.set(id, kept);
    this.#add({
      line,
      message: { ...toJson(message) },
      digest: fullDigest(message),
      verdict: verdict === null ? null : { ...verdict, diagnostics: packed(verdict.diagnostics, line) },
      facts,
      delegateFor: delegate ? from : null,
      profile: vocabularyOf(message).hash,
      kept: kept === null ? null : keptDigest(JSON.stringify(kept)),
    });
  }

  /** A change that no line says. */
  event(...facts: readonly Fact[]): void {
    if (facts.length > 0) this.#add({ facts });
  }

  /** Drops the content of an earlier entry; this very event says so. */
  redact(redaction: Redaction, reason: string): void {
    const { sequence, remains } = redaction;
    this.event({ fact: 'redacted', sequence, reason, remains });
    this.redactions.push(redaction);
  }

  /** A line that is not taken: kept as evidence of what was tried. */
  refuse(line: string, reason: Refusal, diagnostics: readonly Diagnostic[]): void {
    const kept = line.length > longestKept ? line.slice(0, longestKept) : line;
    this.#add({
      line: kept,
      refused: reason,
      verdict: { passes: false, diagnostics: packed(diagnostics, line) },
    });
  }

  #build(parts: Omit<MessageParts, 'id'>, profiles: Profiles = this.#settings.profiles): Read {
    return build({ ...parts, id: this.nextId(parts.from) }, { profiles });
  }

  #add(body: Partial<EntryBody>): void {
    const { principal, person } = this.#by;
    this.drafts.push({
      principal,
      body: {
        line: null,
        message: null,
        digest: null,
        refused: null,
        verdict: null,
        facts: [],
        delegateFor: null,
        person,
        program,
        profile: null,
        kept: null,
        ...body,
      },
    });
  }

  #count(id: string, from: string): void {
    const number = numberOf(id, from);
    if (isCounted(number, this.#numbers.get(from) ?? 0)) this.#numbers.set(from, number);
  }
}

function keptRow({ principal, kept, diagnostics }: Secret, line: string): KeptRow {
  return {
    principal,
    kept: JSON.parse(JSON.stringify(kept ?? null)) as Kept | null, // the sender's object may change later
    diagnostics: diagnostics === undefined ? null : packed(diagnostics, line),
    salt: randomUUID(),
  };
}

/** What code composed, which is a message or a fault of the code. */
export function composed({ message, diagnostics }: Read): AnyMessage {
  if (message !== null) return message;
  throw new LedgerError('ledger/compose', `a composed message is none: ${diagnostics[0]?.message}`);
}

/** Beyond the longest line that can be one (R8), twice over for characters of two units. */
const longestKept = 16_384;
