import type { Handle, Ledger } from '../ledger/ledger.ts';

/** Whoever calls a tool: the principal that its key belongs to, and nobody else, whatever session or line says otherwise. */
export interface Caller {
  readonly principal: string;
  /** The agent names that it may speak as. */
  readonly agents: readonly string[];
  /**
   * Its hands on a conversation, its usual one unless named. The key is looked at anew each time: null where it was
   * revoked, or where the conversation is not its principal's.
   */
  handle(conversation?: string): Promise<Handle | null>;
}

/** Why a key gives no caller; each is told with what to do about it. */
export const strangers = {
  'no-key':
    'no key was shown: give the key of your principal, by --key-file or HEARBACK_KEY, or over HTTP as Authorization: Bearer',
  'unknown-key': 'the key is none of this ledger’s, or is revoked: ask for a new one',
  'person-key':
    'the key is a person’s, and an agent may not hold it: a person answers on the console or at the command line',
} as const;

export type Stranger = keyof typeof strangers;

/**
 * The caller that a key belongs to. A person's key gives none (F18): what a program answers is no person's answer. Throws
 * UsageError for a conversation whose name is none.
 */
export async function callerOf(
  ledger: Ledger,
  key: string | null,
  usual?: string,
): Promise<Caller | Stranger> {
  if (key === null || key === '') return 'no-key';
  const handle = (conversation = usual): Promise<Handle | null> =>
    ledger.connect(key, conversation === undefined ? {} : { conversation });
  const own = await handle();
  if (own === null) return 'unknown-key';
  if (own.person || own.agents.includes('human')) return 'person-key';
  const { principal, agents } = own;
  return { principal, agents, handle };
}

/** The key of an HTTP request: what stands behind `Authorization: Bearer`, and nowhere else; null for none. */
export function bearerOf(headers: Headers): string | null {
  const [, key] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(headers.get('authorization') ?? '') ?? [];
  return key ?? null;
}
