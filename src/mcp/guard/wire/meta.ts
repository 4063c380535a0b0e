import { isMembers, type Members } from '../mapping/arguments.ts';
import type { Request } from './message.ts';

const named = (name: string): string => `io.modelcontextprotocol/${name}`;
const version = named('protocolVersion');
const capabilities = named('clientCapabilities');
const wanted: readonly string[] = [version, named('clientInfo'), capabilities];

/** What the newer protocol wants beside every request; nothing that a model chose is among it. Empty for an older client. */
export function metaOf({ params }: Request): Members {
  const meta = isMembers(params['_meta']) ? params['_meta'] : {};
  if (!Object.hasOwn(meta, version)) return {};
  return Object.fromEntries(Object.entries(meta).filter(([key]) => wanted.includes(key)));
}

/** Whether a request is of 2026-07-28 or later. */
export function isModern(request: Request): boolean {
  return Object.keys(metaOf(request)).length > 0;
}

/** What the client of a request says that it can do: beside the request, or in its handshake. */
export function capabilitiesOf(request: Request): unknown {
  return isModern(request) ? metaOf(request)[capabilities] : request.params['capabilities'];
}

/** Under what the client wants to hear of progress: what the server says of it passes like all else. */
export function progressOf({ params }: Request): Members {
  const meta = isMembers(params['_meta']) ? params['_meta'] : {};
  return 'progressToken' in meta ? { progressToken: meta['progressToken'] } : {};
}
