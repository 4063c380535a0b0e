import type { Handle } from '../../ledger/ledger.ts';
import type { People as LedgerPeople } from '../../ledger/people/people.ts';
import type { Session } from './sessions.ts';

/** The people of the ledger, as the console has them by their sessions. */
export interface People extends Pick<LedgerPeople, 'inviteAgain' | 'invited' | 'enrol' | 'passkey' | 'list'> {
  /**
   * A person's hands on a conversation, standing on the passkey of the session: a step after its revocation is refused.
   * Null for a conversation that is not the person's.
   */
  handle(session: Session, conversation: string): Promise<Handle | null>;
  /** The conversations that the person may look at, in order. */
  conversations(session: Session): Promise<readonly string[]>;
}

/** The people of a ledger for its console. */
export function createPeople(people: LedgerPeople): People {
  return {
    inviteAgain: people.inviteAgain,
    invited: people.invited,
    enrol: people.enrol,
    passkey: people.passkey,
    list: people.list,
    handle: async ({ passkey }, conversation) =>
      conversation === '' || conversation.startsWith('.') ? null : people.handle(passkey, conversation),
    conversations: ({ passkey }) => people.conversations(passkey),
  };
}
