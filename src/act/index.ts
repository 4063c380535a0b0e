export { type CallbackOptions, callbackReader } from './callback/reader.ts';
export { signCallback } from './callback/signature.ts';
export type { Capabilities } from './capabilities.ts';
export type { ConfigAt } from './config/checked.ts';
export { executorOf } from './config/executor-of.ts';
export { policyOf } from './config/policy-of.ts';
export { sourceOf } from './config/source-of.ts';
export { createActTool } from './create.ts';
export type { Answer, Attempt, Call, Delivery, Executor, Found, Reversed, Told } from './executor.ts';
export { type CommandOptions, commandExecutor } from './executors/command.ts';
export { httpExecutor } from './executors/http.ts';
export type { HttpOptions, HttpRefusal } from './executors/http-options.ts';
export { amountOf, minorUnits } from './executors/minor-units.ts';
export type { SecretPlace, SecretsAt } from './executors/secret.ts';
export { checkExecutor, type KitOptions, type KitReport, type KitRow } from './kit/kit.ts';
export type { ProbeName } from './kit/probe.ts';
export { type PolicyCommandOptions, policyCommand } from './policy-command.ts';
export { type ApprovalSourceOptions, approvalSource } from './records/approvals.ts';
export { type CommandSourceOptions, commandSource } from './records/command.ts';
export { csvSource, type FileSourceOptions, jsonSource } from './records/files.ts';
export { type PostgresQueries, queryPostgres } from './records/postgres.ts';
export type { Source, SourceOptions } from './records/rows.ts';
export { SourceError } from './records/source-error.ts';
export { type Queried, querySqlite, type RunQuery, type SqlSourceOptions, sqlSource } from './records/sql.ts';
export { type ActRefusal, actRefusals, retryable } from './refusal.ts';
export type {
  ActTool,
  ActToolOptions,
  CallbackInput,
  CommitOutcome,
  ConfirmOutcome,
  Notice,
  PersonAnswer,
  Prepared,
  PrepareInput,
  PrepareOutcome,
  Refused,
  StatementView,
  Values,
} from './tool.ts';
