import { LedgerError } from '../../ledger/error.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { readJson } from '../../text/json.ts';
import { type Answer, refusal } from '../answer.ts';
import { strangers } from '../caller.ts';
import { Catalog } from './catalog.ts';
import { abandonCall, commitCall, settleLeft, statusOf } from './commit.ts';
import { standingOf, standingSaid, unlisted } from './listing.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import type { Frozen } from './mapping/frozen.ts';
import { Opening } from './opening.ts';
import { shownPage } from './page.ts';
import { type GuardParts, timeoutOf } from './parts.ts';
import { proposeCall } from './propose.ts';
import { ownNames, wireResult } from './told.ts';
import type { OpenLink } from './wire/link.ts';
import {
  asRequest,
  errors,
  errorText,
  keyOfId,
  kindOf,
  type Message,
  type Request,
  readMessages,
  resultText,
} from './wire/message.ts';
import { isModern, metaOf, progressOf } from './wire/meta.ts';
import { bareName } from './wire/names.ts';
import { Upstream } from './wire/upstream.ts';

/** One client in front of one server. */
export interface SessionOptions {
  readonly parts: GuardParts;
  readonly open: OpenLink;
  readonly toClient: (text: string) => void;
}

/**
 * What passes between a client and a server: everything, untouched, but calls of tools and the list of them. What is not known
 * passes; what the policy guards is prepared, and run by the guard alone.
 */
export class Session {
  readonly #parts: GuardParts;
  readonly #toClient: (text: string) => void;
  readonly #upstream: Upstream;
  readonly #catalog: Catalog;
  readonly #opening: Opening;
  /** Requests that the guard itself is answering. */
  readonly #answering: Map<string, Promise<void>> = new Map();
  /** Proposals go one after the other, so that the same call twice at once is one. */
  #proposing: Promise<unknown> = Promise.resolve();

  constructor({ parts, open, toClient }: SessionOptions) {
    this.#parts = parts;
    this.#toClient = toClient;
    this.#upstream = new Upstream({ open, toClient, log: parts.log, patience: timeoutOf(parts.policy) });
    this.#catalog = new Catalog(this.#upstream, (names) => unlisted(parts.policy, names).forEach(parts.log));
    this.#opening = new Opening(toClient);
  }

  /** Takes a text from the client. */
  receive(text: string): void {
    const messages = readMessages(text);
    if ('fault' in messages) return this.#toClient(errorText(null, messages.code, messages.fault));
    for (const message of messages) this.#take(message);
  }

  /**
   * Settles what an earlier guard has left to settle, and tells the client what nobody has to answer any more; false where the
   * caller's key holds no more.
   */
  async settle(): Promise<boolean> {
    const handle = await this.#parts.caller.handle();
    if (handle === null) return false;
    await settleLeft(this.#parts, handle);
    await this.#opening.settle(handle);
    return true;
  }

  /** Waits for what runs, then ends the server: an act that was begun is never left without its report. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#answering.values());
    await this.#upstream.close();
  }

  #take(message: Message): void {
    const request = asRequest(message);
    if (request === null) return this.#takeOther(message);
    const key = keyOfId(request.id);
    if (this.#answering.has(key) || this.#upstream.waitsFor(request.id))
      return this.#toClient(
        errorText(request.id, errors.request, 'a request with this id is not answered yet'),
      );
    const answer = this.#answerTo(request);
    if (request.method === 'initialize') this.#opening.greet(request);
    if (answer === null) return void this.#upstream.pass(request);
    const answering = answer.catch((error: unknown) => this.#fail(request, error));
    this.#answering.set(
      key,
      answering.finally(() => this.#answering.delete(key)),
    );
  }

  /** An answer or a notification passes, unless it has the looks of a call: one without an id would run unheard. */
  #takeOther(message: Message): void {
    const { method } = message.value;
    const isCall = typeof method === 'string' && isLikeCall(method);
    if (kindOf(message) !== null && !isCall) return this.#tell(message);
    const fault = 'a message is a request with an id (a text or a number), a notification or an answer';
    this.#toClient(errorText(null, errors.request, fault));
  }

  /** What needs no answer passes, but the end of a request that the server knows nothing of. */
  #tell(message: Message): void {
    const { method, params } = message.value;
    const ended = method === 'notifications/cancelled' && isMembers(params) ? params['requestId'] : undefined;
    const isOwn =
      (typeof ended === 'string' || typeof ended === 'number') && this.#answering.has(keyOfId(ended));
    if (!isOwn) void this.#upstream.tell(message);
  }

  /** The answer of the guard; null for what is the server's to answer. */
  #answerTo(request: Request): Promise<void> | null {
    if (request.method === 'tools/list') return this.#list(request);
    if (request.method === 'tools/call') return this.#callUnlessSaid(request);
    return isLikeCall(request.method) ? this.#refuseMethod(request) : null;
  }

  async #refuseMethod({ id }: Request): Promise<void> {
    this.#toClient(errorText(id, errors.request, 'write the method tools/call as it is written'));
  }

  /** What the policy lets pass by its name goes on at once, in its turn. */
  #callUnlessSaid(request: Request): Promise<void> | null {
    const { name } = request.params;
    const said = typeof name === 'string' ? standingSaid(this.#parts.policy, name) : null;
    return said?.is === 'passed' && !isOwnName(name) ? null : this.#call(request);
  }

  async #list(request: Request): Promise<void> {
    await this.#upstream.ready();
    await this.#catalog.known(metaOf(request));
    const definitions = await this.#catalog.read(metaOf(request));
    const known = await this.#catalog.known(metaOf(request));
    // from here on the server is asked, whose answer has this id
    this.#answering.delete(keyOfId(request.id));
    await this.#upstream.pass(request, (result) => shownPage(this.#parts, result, definitions, known));
  }

  async #call(request: Request): Promise<void> {
    const { name } = request.params;
    if (typeof name !== 'string')
      return this.#toClient(errorText(request.id, errors.params, 'tools/call names a tool'));
    await this.#upstream.ready();
    if (isOwnName(name)) return this.#ownTool(request, name);
    const meta = metaOf(request);
    const known = await this.#catalog.known(meta);
    const stands = standingOf(this.#parts.policy, name, await this.#catalog.read(meta), known);
    if (stands.is === 'passed') {
      this.#answering.delete(keyOfId(request.id));
      return this.#upstream.pass(request);
    }
    if (stands.is === 'refused')
      return this.#answer(request, refusal('tool', `The tool was not run: ${stands.why}.`, stands.next));
    const { tool } = stands;
    const given = argumentsOf(request);
    if (typeof given === 'string')
      return this.#answer(
        request,
        refusal('arguments', `The tool was not run: ${given}.`, 'Correct the call.'),
      );
    const call: Frozen = { server: this.#parts.policy.name, tool: name, pin: tool.pin, arguments: given };
    const handle = await this.#handle();
    const proposal = this.#proposing.then(() => proposeCall(this.#parts, handle, tool, call));
    this.#proposing = proposal.catch(() => undefined);
    const outcome = await proposal;
    if (!this.#opening.asks(request, outcome)) this.#answer(request, outcome);
  }

  async #ownTool(request: Request, name: string): Promise<void> {
    const { token } = isMembers(request.params['arguments']) ? request.params['arguments'] : { token: null };
    if (typeof token !== 'string' || token === '')
      return this.#answer(
        request,
        refusal('arguments', 'The token is missing.', 'Give the token of the call.'),
      );
    const handle = await this.#handle();
    if (name === ownNames.status) return this.#answer(request, await statusOf(this.#parts, handle, token));
    if (name === ownNames.abandon)
      return this.#answer(request, await abandonCall(this.#parts, handle, token));
    const meta = metaOf(request);
    const definitions = await this.#catalog.read(meta);
    const progress = progressOf(request);
    const { answer, content } = await commitCall(this.#parts, handle, this.#upstream, {
      token,
      meta: { ...meta, ...progress },
      definitions,
    });
    this.#answer(request, answer, content);
  }

  async #handle(): Promise<Handle> {
    const handle = await this.#parts.caller.handle();
    if (handle === null) throw new Error(strangers['unknown-key']);
    return handle;
  }

  #answer(
    request: Request,
    answer: Answer,
    content: NonNullable<Parameters<typeof wireResult>[2]>['content'] = [],
  ): void {
    this.#toClient(resultText(request.id, wireResult(answer, isModern(request), { content })));
  }

  /** Whatever went wrong, the tool was not passed on; storage says for itself whether something may have run. */
  #fail(request: Request, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#parts.log(message);
    const told = error instanceof LedgerError ? message : `the guard cannot answer: ${message}`;
    this.#toClient(errorText(request.id, errors.internal, told));
  }
}

function isOwnName(name: unknown): boolean {
  return Object.values<unknown>(ownNames).includes(name);
}

/** A method that a server which is not particular could take for the call of a tool. */
function isLikeCall(method: string): boolean {
  return bareName(method) === bareName('tools/call');
}

/** Characters of a message whose faults are told with their place, and of one whose arguments are read at all. */
const shortMessage = 64 * 1024;
const longestCall = 8 * 1024 * 1024;

/** The arguments exactly as they are written, or why they cannot be frozen: a number that would be kept as another, for one. */
function argumentsOf({ text }: Request): Members | string {
  const placeless = text.length > shortMessage; // a guard over HTTP has others to answer too
  const { value, faults } = readJson(text, { maxDepth: 64, longest: longestCall, placeless });
  const [fault] = faults;
  if (fault !== undefined) return `${fault.path}: ${fault.message}`;
  const params = isMembers(value) && isMembers(value['params']) ? value['params'] : {};
  const given = Object.hasOwn(params, 'arguments') ? params['arguments'] : {};
  return isMembers(given) ? given : 'its arguments are no object';
}
