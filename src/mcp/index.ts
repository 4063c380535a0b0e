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
export { allowedAt } from './gate.ts';
export { type HttpServing, mcpOverHttp } from './http.ts';
export type { McpParts } from './parts.ts';
export { everything, type Scope, type ScopeOf, scopes, scopesOf } from './scope.ts';
export { createMcpServer, type Serving } from './server.ts';
export { type StdioOptions, serveOnStdio } from './stdio.ts';
export { takeStdout } from './take-stdout.ts';
