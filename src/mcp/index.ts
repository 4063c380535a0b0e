export {
  type Answer,
  findings,
  refusal,
  resultOf,
  type Shown,
  shownMessage,
  type Untrusted,
} from './answer.ts';
export { bearerOf, type Caller, callerOf, type Stranger, strangers } from './caller.ts';
