import { type AnyMessage, decode, digest } from '../src/codec/index.ts';

/** A handoff with what answers it: four lines, as they are sent. */
export interface Exchange {
  readonly profile: 'pay' | 'clin' | 'core';
  readonly ho: string;
  readonly rb: string;
  readonly an: string;
  readonly dn: string;
}

/** What one story of the corpus says; the envelope is the same for all. */
interface Story {
  readonly agents: readonly [sender: string, receiver: string];
  readonly item: string;
  /** Slots of the handoff behind its item. */
  readonly handed: string;
  readonly note: string;
  /** Slots of the readback behind its ask and h. */
  readonly readBack: string;
  readonly done: string;
  readonly doneNote: string;
}

type Draw = (below: number) => number;

/** The clock at which every line of the corpus is in time. */
export const now = '20261001T0900Z';

const suppliers = ['marlow', 'halden-freight', 'ostrava-print', 'kestrel', 'bluewater', 'finch-and-sons'];
const notes = [
  'agreed on the call with the supplier this morning; the invoice, the order and the delivery note agree',
  'as approved in the run of this week; nothing else of this supplier is to be paid before the credit note is in',
  'second reminder was received on Monday, the first one went to the old address and was returned unread',
];

/** So many exchanges under pay, clin and core in turn; the same ones for the same seed. */
export function exchanges(count: number, seed = 1): readonly Exchange[] {
  const draw = numbers(seed);
  const stories = [payment, extraction, draft];
  return Array.from({ length: count }, (_, n) => {
    const profile = (['pay', 'clin', 'core'] as const)[n % 3] ?? 'core';
    return written(profile, n + 1, (stories[n % 3] ?? draft)(n + 1, draw));
  });
}

/** The four lines of every exchange, in the order in which they are sent. */
export function threadOf(list: readonly Exchange[]): string[] {
  return list.flatMap(({ ho, rb, an, dn }) => [ho, rb, an, dn]);
}

/** The lines of 150 to 400 characters that reading is measured on: handoffs, readbacks and done reports. */
export function longLinesOf(list: readonly Exchange[]): string[] {
  return list.flatMap(({ ho, rb, dn }) => [ho, rb, dn]);
}

function written(profile: Exchange['profile'], n: number, story: Story): Exchange {
  const [sender, receiver] = story.agents;
  const named = profile === 'core' ? '' : ` p=${profile}`;
  const there = `${named} from=${sender} to=${receiver}`;
  const back = `${named} from=${receiver} to=${sender}`;
  const ho = `RW1 HO ${sender}-${2 * n}${there} item=${story.item} ${story.handed} // ${story.note}`;
  const message: AnyMessage = decode(ho);
  const ask = `ask=${message.slots['ask']}`;
  return {
    profile,
    ho,
    rb: `RW1 RB ${receiver}-${2 * n} re=${message.id}${back} item=${story.item} ${ask} h=${digest(message)} ${story.readBack}`,
    an: `RW1 AN ${sender}-${2 * n + 1} re=${receiver}-${2 * n}${there} val=Y x_tok=tk${n}`,
    dn: `RW1 DN ${receiver}-${2 * n + 1} re=${message.id}${back} item=${story.item} out=OK ${story.done} // ${story.doneNote}`,
  };
}

function payment(n: number, draw: Draw): Story {
  const amount = `${draw(90_000) + 100}.${String(draw(100)).padStart(2, '0')}`;
  const account = `${10 + draw(90)}-${10 + draw(90)}-${10 + draw(90)}/${10_000_000 + draw(90_000_000)}`;
  const values =
    `sup=${suppliers[draw(suppliers.length)]} amt=${amount} cur=GBP kind=GROSS acct=${account} ` +
    `paid=20261002 ref=MD-2026-${n} apref=FD-${1000 + draw(9000)}`;
  return {
    agents: ['scheduler', 'payer'],
    item: `inv:MD-2026-${n}`,
    handed: `ask=PAY due=20261002 rb=exec ${values} exp=20261002T1700Z`,
    note: notes[draw(notes.length)] ?? '',
    readBack: `due=20261002 ${values} exp=20261002T1630Z x_tok=tk${n}`,
    done: values,
    doneNote: 'as executed, from the payment tool',
  };
}

function extraction(n: number, draw: Draw): Story {
  const values = `pri=${1 + draw(5)} conf=M art=doc:letter-${n}+doc:letter-${n}-annex src=doc:letter-${n} n=${draw(90)}`;
  return {
    agents: ['reviewer', 'extractor'],
    item: `doc:letter-${n}`,
    handed: `ask=EXTRACT due=20261005 rb=all ${values}`,
    note: 'every assertion on a line of its own, with the words of the letter; leave the annex out where it repeats it',
    readBack: `due=20261005 ${values} eta=20261004 asm=annex-repeats-the-letter+dates-are-days not=coding do=assertions x_tok=tk${n}`,
    done: `art=file:out/letter-${n}.rw1 n=${draw(90)} src=doc:letter-${n}`,
    doneNote:
      'all sections read, two statements are not sure and say so in cert, the annex repeats the letter',
  };
}

function draft(n: number, draw: Draw): Story {
  const length = 80 + draw(200);
  return {
    agents: ['research', 'writer'],
    item: `gh:crox/site#${n}`,
    handed: `ask=DRAFT due=20261006 pri=${1 + draw(5)} conf=L keep=research+editor art=url:https://example.com/brief/${n} rb=acc acc=len:${length}w+tone:plain+no:em-dash`,
    note: `hero copy for the landing page, ${length} words, plain tone, no em dashes`,
    readBack: `due=20261006 acc=len:${length}w+tone:plain+no:em-dash do=copy eta=20261005 asm=british-spelling x_tok=tk${n}`,
    done: `art=file:drafts/hero-${n}.md+sha256:9f3e1c${n} next=REVIEW`,
    doneNote: `version 1, ${length} words, the second sentence may be cut if the page is too tight for it`,
  };
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function numbers(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
