import type { Tool } from '../tool.ts';
import { abandon } from './abandon.ts';
import { askHuman } from './ask-human.ts';
import { cancel } from './cancel.ts';
import { checkAnswer } from './check-answer.ts';
import { checkDone } from './check-done.ts';
import { checkHandoff } from './check-handoff.ts';
import { checkReadback } from './check-readback.ts';
import { checkSource } from './check-source.ts';
import { checkThread } from './check-thread.ts';
import { commit } from './commit.ts';
import { confirm } from './confirm.ts';
import { dispute } from './dispute.ts';
import { inbox } from './inbox.ts';
import { makeHandoff } from './make-handoff.ts';
import { makeReadback } from './make-readback.ts';
import { open } from './open.ts';
import { prepare } from './prepare.ts';
import { send } from './send.ts';
import { thread } from './thread.ts';
import { validate } from './validate.ts';

/** Every tool, in the order in which work meets them. */
export const tools: readonly Tool[] = [
  ...[validate, makeHandoff, checkHandoff, send],
  ...[inbox, open, thread],
  ...[makeReadback, checkReadback, dispute],
  ...[prepare, confirm, commit, abandon, cancel],
  ...[askHuman, checkAnswer, checkDone, checkSource, checkThread],
];
