export { type Approved, approve } from './approve.ts';
export { bind, type GuardOptions } from './bind.ts';
export { type Drafted, type DraftOptions, draftPolicy } from './draft.ts';
export type { FormatName } from './mapping/formats.ts';
export { type Frozen, freeze, pinOf, thaw } from './mapping/frozen.ts';
export type { GuardParts } from './parts.ts';
export type {
  Approver,
  GuardedTool,
  OutcomeRow,
  Policy,
  ReportedSlot,
  ResultTest,
  SlotSource,
  ToolPolicy,
  Undeclared,
} from './policy/policy.ts';
export { type ReadPolicy, readPolicy } from './policy/read.ts';
export { type GuardServing, guardHttp, type HttpGuard } from './serve-http.ts';
export { guardStdio, type StdioGuard } from './serve-stdio.ts';
export { Session, type SessionOptions } from './session.ts';
export { httpLink, type ServerAddress } from './wire/http-link.ts';
export type { Link, LinkEars, OpenLink } from './wire/link.ts';
export { processLink, type ServerCommand } from './wire/process-link.ts';
