import type { Request } from './message.ts';

/** Where the name that stands in Mcp-Name is in the body, by method. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * What is wrong with the headers that 2026-07-28 wants beside a request; null for nothing. Whoever stands before the guard and
 * decides by them would otherwise let something else pass than what runs.
 */
export function headerFault(headers: Headers, { method, params }: Request): string | null {
  const [version, said] = [headers.get('mcp-protocol-version'), headers.get('mcp-method')];
  if (version === null) return 'the header MCP-Protocol-Version is missing';
  if (said !== method) return `the header Mcp-Method is not ${JSON.stringify(method)}, as the body says`;
  const field = Object.hasOwn(named, method) ? named[method] : undefined;
  const name = field === undefined ? undefined : params[field];
  if (typeof name !== 'string' || plain(headers.get('mcp-name')) === name) return null;
  return `the header Mcp-Name is not the ${field} of the body`;
}

/** A header as text: one that plain letters cannot hold is in Base64, between =?base64? and ?=. */
function plain(header: string | null): string | null {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(header ?? '') ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8');
}
