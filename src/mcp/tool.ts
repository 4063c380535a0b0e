import type { z } from 'zod';
import type { ActTool } from '../act/tool.ts';
import type { ReadOptions } from '../codec/index.ts';
import type { Handle } from '../ledger/ledger.ts';
import type { Answer } from './answer.ts';
import type { McpParts } from './parts.ts';
import type { Scope } from './scope.ts';

/** What a tool does to the world, as clients are told before they let a model call it. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** It reaches beyond the ledger: an executor, a record, a policy. */
  readonly openWorldHint: boolean;
}

/** Looks, and changes nothing. */
export const looks: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Writes into the ledger what can be answered later, and takes the same thing once. */
export const writes: Hints = { ...looks, readOnlyHint: false };

/** A call as a tool sees it. */
export interface At {
  readonly parts: McpParts;
  readonly reading: ReadOptions;
  /** The scopes of the caller. */
  readonly may: ReadonlySet<Scope>;
  /** The caller's hands on the conversation that the call names, else on its usual one; throws a Refusing for none. */
  readonly handle: () => Promise<Handle>;
  readonly act: () => Promise<ActTool>;
}

/** A question that waits for a person, and where it is answered. */
export interface Waiting {
  readonly id: string;
  readonly url: string | null;
  /** It was asked just now: a client that opens addresses is asked to. */
  readonly isNew: boolean;
}

/** What came of a call. */
export type Outcome = Answer & { readonly waiting?: Waiting };

/** One tool: a file in tools/, a row in tools/index.ts. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does and when to call it. Nothing that anybody else wrote is ever part of it. */
  readonly about: string;
  readonly scope: Scope;
  /** Whether it works without a ledger. */
  readonly isPure?: boolean;
  readonly hints: Hints;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly run: (input: never, at: At) => Promise<Outcome> | Outcome;
}

/** A tool whose `run` takes what its input schema gives. */
export function tool<I extends z.ZodObject>(
  given: Omit<Tool, 'input' | 'run'> & {
    readonly input: I;
    readonly run: (input: z.infer<I>, at: At) => Promise<Outcome> | Outcome;
  },
): Tool {
  return given as Tool; // serve.ts gives `run` what `input` has parsed, and nothing else
}

/** Thrown by a tool that cannot go on: the answer says why and what to do. */
export class Refusing extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(answer.message);
    this.name = 'Refusing';
    this.answer = answer;
  }
}
