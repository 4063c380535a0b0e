export { type AnswerCheck, checkAnswer } from './answer.ts';
export { checkDone, type DoneCheck } from './done.ts';
export { checkHandoff, type HandoffCheck } from './handoff.ts';
export { checkReadback, type ReadbackCheck, type ReadbackVerdict } from './readback.ts';
export { checkRelay, type RelayCheck } from './relay.ts';
export {
  checkThread,
  createThread,
  type HandoffView,
  ownerOf,
  type Thread,
  type ThreadOptions,
  type ThreadVerdict,
} from './thread.ts';
