import { type AnyMessage, build, parse, vocabularyOf } from '../codec/index.ts';
import { profileSlot } from '../compose/under.ts';
import type { EntryView, Handle } from '../ledger/ledger.ts';
import { shownMessage } from '../reply/shown-message.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { addressOf } from './address.ts';
import { advice } from './advice.ts';
import { type Answer, findings, refusal } from './answer.ts';
import { lineUnder } from './given.ts';
import { type At, type Outcome, Refusing } from './tool.ts';

/** What is asked, about what, of whom. */
export interface Question {
  /** The message that it is about, of the conversation; null for an item that none speaks of yet. */
  readonly about: AnyMessage | null;
  readonly item: string;
  readonly from: string;
  readonly to: string;
  readonly words: string;
  /** The answers that may be given; those of the profile that mean go and stop, else yes and no, unless given. */
  readonly options?: readonly string[];
  /** The day by which the answer is wanted, YYYYMMDD. */
  readonly by?: string;
}

/**
 * Asks, as an AQ line in the ledger, and waits for nobody: the answer is a line that comes to the inbox. The same question
 * is asked once; asked again it is told with the answer that it has (F03, F18).
 */
export async function ask(question: Question, handle: Handle, at: At): Promise<Outcome> {
  const { about, item, from, to, words } = question;
  const parts = {
    type: 'AQ',
    re: about?.id ?? null,
    from,
    to,
    item,
    slots: slotsOf(question),
    tail: words,
  } as const;
  const made = build({ ...parts, id: `${from}-1` }, at.reading);
  if (made.message === null) return notComposed(made.diagnostics);
  const before = await askedBefore(made.message, handle, at);
  if (before !== null) return told(before, { handle, at, isNew: false });
  const { message } = build({ ...parts, id: await handle.nextId(from) }, at.reading);
  const sent = await handle.send(message as AnyMessage); // the same parts were judged above
  if (sent.outcome === 'refused') {
    return refusal(sent.reason, sent.message, advice[sent.reason], { findings: findings(sent.diagnostics) });
  }
  return told(message as AnyMessage, { handle, at, isNew: true });
}

/** The agent of the caller that speaks about a message: the one it is addressed to, else the one it is from. */
export function speakerAbout(message: AnyMessage, handle: Handle): string {
  const found = [message.to, message.from].find((agent) => handle.agents.includes(agent));
  if (found !== undefined) return found;
  throw new Refusing(
    refusal(
      'direction',
      `${message.id} is between ${message.from} and ${message.to}, and none of them is yours.`,
      'Leave it to them.',
    ),
  );
}

/** The message of the conversation under an id. Throws a Refusing for none, and for one that the profiles of today cannot read. */
export async function messageUnder(id: string, handle: Handle, at: At): Promise<AnyMessage> {
  const { message } = parse(await lineUnder(id, handle), at.reading);
  if (message !== null) return message;
  throw new Refusing(
    refusal(
      'profile-changed',
      `${id} cannot be read under the profiles of today.`,
      advice['profile-changed'],
    ),
  );
}

function slotsOf({ about, options, by }: Question): Readonly<Record<string, SlotValue>> {
  const { go, stop } =
    about === null ? { go: new Set<string>(), stop: new Set<string>() } : vocabularyOf(about);
  const known = go.size > 0 && stop.size > 0 ? [...go, ...stop] : undefined;
  const opts = options ?? known;
  return {
    ...(about === null ? {} : profileSlot(about)),
    ...(opts === undefined ? { need: 'YESNO' } : { need: 'ENUM', opts }),
    ...(by === undefined ? {} : { by }),
  };
}

/** The same question of the same agent, asked before, whether it was answered or not. */
async function askedBefore(wanted: AnyMessage, handle: Handle, at: At): Promise<AnyMessage | null> {
  const entries = await handle.history(wanted.item as string); // a question always names its item
  const same = (one: AnyMessage): boolean =>
    JSON.stringify({ ...one, id: '' }) === JSON.stringify({ ...wanted, id: '' });
  const found = entries
    .filter(({ type, line }) => type === 'AQ' && line !== null)
    .map(({ line }: EntryView) => parse(line as string, at.reading).message)
    .filter((one) => one !== null && same(one));
  return found.at(-1) ?? null;
}

async function told(
  question: AnyMessage,
  { handle, at, isNew }: { readonly handle: Handle; readonly at: At; readonly isNew: boolean },
): Promise<Outcome> {
  const { id, to } = question;
  const url = to === 'human' ? addressOf(at, handle.conversation, id) : null;
  const facts = { question: { id, url } };
  const answer = (await handle.show(id))?.answer ?? null;
  if (answer !== null) {
    const { message, untrusted } = shownMessage(await messageUnder(answer, handle, at));
    return {
      outcome: 'answered',
      message: `${id} was asked before and has its answer.`,
      next: 'Go by the answer.',
      facts: { ...facts, answer: message },
      untrusted,
    };
  }
  const where = url === null ? `${to} has it in the ledger` : `they answer it at ${url}`;
  return {
    outcome: 'asked',
    message: `${id} ${isNew ? 'was asked' : 'was asked before and waits'}: ${where}.`,
    next: `${url === null ? '' : 'Give that address to the person; '}do not wait in this call: the answer comes to your inbox, and nothing that you answer yourself counts.`.replace(
      /^d/,
      'D',
    ),
    facts,
    waiting: { id, url, isNew },
  };
}

function notComposed(diagnostics: Parameters<typeof findings>[0]): Answer {
  return refusal(
    'not-composed',
    'The question cannot be written as a line.',
    'Mend it as the findings say: options are codes without blanks, and the words are at most 300 characters.',
    { findings: findings(diagnostics) },
  );
}
