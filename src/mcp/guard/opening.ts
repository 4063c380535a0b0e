import type { Handle } from '../../ledger/ledger.ts';
import { escaped } from '../../text/shown.ts';
import { elicitationsToOpen, inputToOpen, questionToOpen, urlElicitationRequired } from '../elicit.ts';
import type { Outcome } from '../tool.ts';
import { errorText, type Request, resultText } from './wire/message.ts';
import { capabilitiesOf, isModern } from './wire/meta.ts';

/** Asks the client to open the console for the person in front of it, and tells it when that is over. */
export class Opening {
  readonly #toClient: (text: string) => void;
  /** What the client said in its handshake, where it has one. */
  #capabilities: unknown;
  /** Statements whose address an older client was asked to open. */
  readonly #asked: Set<string> = new Set();

  constructor(toClient: (text: string) => void) {
    this.#toClient = toClient;
  }

  /** Hears a handshake. */
  greet(request: Request): void {
    this.#capabilities = capabilitiesOf(request);
  }

  /**
   * Asks a client that opens addresses to open that of a new statement, in the place of an answer, and says whether it did.
   * Called again, the tool tells how the statement stands; what the client says of the address is nobody's word (F18).
   */
  asks(request: Request, outcome: Outcome): boolean {
    const isNew = isModern(request);
    const question = questionToOpen(outcome, isNew ? capabilitiesOf(request) : this.#capabilities);
    if (question === null) return false;
    if (isNew) this.#toClient(resultText(request.id, inputToOpen(question)));
    else {
      this.#asked.add(question.id);
      const { message, next } = outcome;
      const elicitations = elicitationsToOpen(question);
      const words = escaped(`${message} ${next}`);
      this.#toClient(errorText(request.id, urlElicitationRequired, words, { elicitations }));
    }
    return true;
  }

  /** Tells an older client of each statement that nobody has to answer any more. */
  async settle(handle: Handle): Promise<void> {
    for (const elicitationId of this.#asked) {
      if ((await handle.statement(elicitationId))?.state === 'PREPARED') continue;
      this.#asked.delete(elicitationId);
      const method = 'notifications/elicitation/complete';
      this.#toClient(JSON.stringify({ jsonrpc: '2.0', method, params: { elicitationId } }));
    }
  }
}
