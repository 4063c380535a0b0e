import type {
  ClientCapabilities,
  ElicitRequestURLParams,
  InputRequiredResult,
} from '@modelcontextprotocol/server';
import type { Outcome, Waiting } from './tool.ts';

/** The error by which a server of 2025-11-25 says that an address has to be opened first. */
export const urlElicitationRequired = -32_042;

/**
 * The question for which a client is asked to open the console: a new one, that is answered there, where the client says that
 * it can open addresses for the person in front of it; null for none.
 */
export function questionToOpen({ waiting }: Outcome, capabilities: unknown): Waiting | null {
  if (waiting?.isNew !== true || waiting.url === null) return null;
  const told = capabilities as ClientCapabilities | null | undefined;
  return told?.elicitation?.url === undefined ? null : waiting;
}

/**
 * Asks a client of 2026-07-28 to open the console and to call again. Nothing waits for it, and nothing that it answers is
 * looked at: called again, the tool tells how the question stands in the ledger (F18).
 */
export function inputToOpen(question: Waiting): InputRequiredResult {
  const params = { mode: 'url', ...addressOf(question) } as const;
  return {
    resultType: 'input_required',
    inputRequests: { [question.id]: { method: 'elicitation/create', params } },
  } as InputRequiredResult;
}

/** Asks a client of 2025-11-25 to open the console; the same holds. */
export function elicitationsToOpen(question: Waiting): ElicitRequestURLParams[] {
  return [{ mode: 'url', elicitationId: question.id, ...addressOf(question) }];
}

function addressOf({ id, url }: Waiting): { readonly message: string; readonly url: string } {
  return { message: `Answer ${id} on the console.`, url: url ?? '' };
}
