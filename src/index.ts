export {
  type AnswerCheck,
  checkAnswer,
  checkDone,
  checkHandoff,
  checkReadback,
  checkRelay,
  checkThread,
  createThread,
  type DoneCheck,
  type HandoffCheck,
  type HandoffView,
  type ReadbackCheck,
  type ReadbackVerdict,
  type RelayCheck,
  type Thread,
  type ThreadOptions,
  type ThreadVerdict,
} from './checks/index.ts';
export { type CatalogRule, catalog } from './cli/catalog.ts';
export { conform, type VectorOutcome } from './cli/conform.ts';
export {
  type AnyMessage,
  build,
  canonical,
  DecodeError,
  decode,
  digest,
  encode,
  fromJson,
  fullDigest,
  type Heard,
  lineOf,
  type MessageJson,
  type MessageParts,
  type Parsed,
  parse,
  placeOf,
  type Read,
  type ReadOptions,
  sameValue,
  toJson,
  unknownKeysOf,
  vocabularyOf,
  written,
} from './codec/index.ts';
export { typed } from './codec/typed.ts';
export {
  type AnswerOptions,
  type CancelOptions,
  type ComposedReadback,
  type DoneOptions,
  type HandoffOptions,
  makeAnswer,
  makeCancel,
  makeDone,
  makeHandoff,
  makeReadback,
  makeUnable,
  nextId,
  type ReadbackOptions,
  type UnableOptions,
} from './compose/index.ts';
export { type Diagnostic, hasErrors, type Place, type Severity } from './diagnostic/diagnostic.ts';
export { type RenderOptions, renderHuman, renderLine } from './diagnostic/render.ts';
export { renderGithub } from './diagnostic/render-github.ts';
export { type DiagnosticJson, diagnosticJson, jsonText } from './diagnostic/render-json.ts';
export { type SarifLog, sarifLog } from './diagnostic/render-sarif.ts';
export type { Rule } from './diagnostic/rule.ts';
export { UsageError } from './diagnostic/usage-error.ts';
export type { Verdict } from './diagnostic/verdict.ts';
export { type LegendOptions, legend } from './legend/index.ts';
export {
  type Because,
  type FoundLine,
  type FoundLines,
  findLines,
  type Reply,
  type ReplyOptions,
  repairMessage,
  reply,
} from './reply/index.ts';
export { type LineSplitter, linesOf, splitLines, type TextLine } from './text/lines.ts';
export { escaped, shown } from './text/shown.ts';
export { quoted, type Span } from './text/span.ts';
export {
  type AddedProfiles,
  type AgentOf,
  type AskOf,
  builtIn,
  type CodeOf,
  type Core,
  clin,
  type Day,
  day,
  defineProfile,
  deploy,
  isDay,
  isTime,
  type LoadedProfile,
  loadProfile,
  type Message,
  type MessageOf,
  type MessageType,
  type Money,
  money,
  type Plan,
  type ProfileData,
  ProfileError,
  type Profiles,
  pay,
  pform,
  profilesOf,
  type ScalarValue,
  type Slots,
  type SlotValue,
  type Time,
  time,
  type Vocabulary,
} from './vocabulary/index.ts';
