export type { Shown, ShownMessage, Untrusted } from '../reply/shown-message.ts';
export type { ActAsked, AskedSlot, Origin, SlotDifference } from './approval/act.ts';
export { type Answered, answerQuestion, type QuestionAnswer } from './approval/answer.ts';
export type { Asked } from './approval/asked.ts';
export { type ByApproval, confirmByApproval } from './approval/confirm.ts';
export {
  type ApprovalFound,
  approvalFor,
  approvalsOn,
  type NoApproval,
  type StandingApproval,
} from './approval/find.ts';
export { questionAt } from './approval/look.ts';
export type { NotAnswered, Obstacle } from './approval/obstacle.ts';
export type { AskedOption, Meaning } from './approval/options.ts';
export type { ApprovalPolicy, ApprovalRule } from './approval/policy.ts';
export { shownIn } from './approval/shown.ts';
export { createLedger } from './create.ts';
export type { DoneChecked } from './done.ts';
export type { Draft, Entry, EntryBody } from './entry.ts';
export { LedgerError } from './error.ts';
export { type ExportOptions, exportLedger } from './export/export.ts';
export { type Imported, type ImportOptions, importLedger, verifyExport } from './export/import.ts';
export type { Chunks } from './export/lines.ts';
export type { BadLine } from './export/read.ts';
export type {
  Abandonment,
  Approval,
  Approver,
  Closer,
  Contradiction,
  ExecutedResult,
  Fact,
  Heard,
  PreparedStatement,
  Proof,
  ReadbackStanding,
} from './fact.ts';
export { fold } from './fold.ts';
export type {
  Caps,
  Connection,
  EntryView,
  Handle,
  Kept,
  KeptVerdict,
  Ledger,
  LedgerOptions,
  OpenHandoff,
  SendOptions,
  Sent,
} from './ledger.ts';
export type { OwnWords, ReadbackMade } from './make-readback.ts';
export type { InboxOptions } from './outbox.ts';
export type { PrincipalFact, SessionFact } from './people/fact.ts';
export type { Invite, NewPasskey, People } from './people/people.ts';
export type { SessionRow, Sessions } from './people/sessions.ts';
export type { PolicyOutcome } from './policy/answer.ts';
export type { AmountLimit, Policy, PolicyAsked, PolicyRule } from './policy/policy.ts';
export type { NewPrincipal, Principals, PrincipalView } from './principals/principals.ts';
export { type Bad, type Fault, faults, type Spot } from './proof/faults.ts';
export type { HeadCommand, HeadExport, HeadsExported, HeadTarget } from './proof/head-export.ts';
export { type HeadKey, headKeyAt, type KeyPlace, makeHeadKey } from './proof/head-key.ts';
export {
  type Head,
  type Heads,
  headsText,
  publicHalf,
  readHeads,
  type SignedHeads,
  signHeads,
  type VerifiedHeads,
  verifyHeads,
} from './proof/heads.ts';
export type { Difference, Judge, Rechecked, RecheckOptions } from './proof/recheck.ts';
export type { NotRedacted, Redacted, RedactInput } from './proof/redact.ts';
export type { Judgement } from './proof/rejudge.ts';
export type { Found, Sound, Verified, VerifyOptions } from './proof/verify.ts';
export type { OpenQuestion, QuestionSubject, QuestionsWanted } from './questions.ts';
export { type ReceiveOptions, receive } from './receive/receive.ts';
export {
  type Answering,
  type Declining,
  type Held,
  type HeldHandoff,
  type Nothing,
  type PassedOver,
  passedOver,
  type Received,
} from './receive/received.ts';
export { type Refusal, refusals } from './refusal.ts';
export type { Promised, StoreReport } from './report.ts';
export type { Search, Searched } from './search.ts';
export type { Handoff, HandoffState, MessageRow, Rows, Statement, StatementState } from './state.ts';
export type {
  AskedPage,
  Decision,
  Due,
  Epoch,
  Holder,
  KeptRow,
  Named,
  Page,
  Slice,
  Store,
  Stored,
  Wanted,
} from './store.ts';
export type { Swept } from './sweep.ts';
export type { Reconciled } from './trust.ts';
