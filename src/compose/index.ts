export {
  type AnswerOptions,
  type CancelOptions,
  makeAnswer,
  makeCancel,
  makeUnable,
  type UnableOptions,
} from './answer.ts';
export { type DoneOptions, makeDone, type Outcome } from './done.ts';
export { type HandoffOptions, makeHandoff } from './handoff.ts';
export { nextId } from './next-id.ts';
export { type ComposedReadback, makeReadback, type ReadbackOptions } from './readback.ts';
