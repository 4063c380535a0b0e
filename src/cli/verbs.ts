import { checkAn } from './commands/check-an.ts';
import { checkDn } from './commands/check-dn.ts';
import { checkHo } from './commands/check-ho.ts';
import { checkRb } from './commands/check-rb.ts';
import { checkThread } from './commands/check-thread.ts';
import { conform } from './commands/conform.ts';
import { digest } from './commands/digest.ts';
import { explain } from './commands/explain.ts';
import { fromJson } from './commands/from-json.ts';
import { legend } from './commands/legend.ts';
import { lint } from './commands/lint.ts';
import { makeHo } from './commands/make-ho.ts';
import { makeRb } from './commands/make-rb.ts';
import { profile } from './commands/profile.ts';
import { reply } from './commands/reply.ts';
import { toJson } from './commands/to-json.ts';
import { validate } from './commands/validate.ts';
import type { Verb } from './verb.ts';

/** The verbs of the command line, in the order of help. */
export const verbs: readonly Verb[] = [
  ...[validate, lint, digest, toJson, fromJson],
  ...[checkHo, checkRb, checkDn, checkAn, checkThread],
  ...[makeHo, makeRb, reply],
  ...[legend, explain, profile, conform],
];
