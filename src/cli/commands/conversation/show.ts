import { renderHuman } from '../../../diagnostic/render.ts';
import { questionAt } from '../../../ledger/approval/look.ts';
import { entryJson } from '../../../ledger/entry-json.ts';
import type { EntryView, Kept } from '../../../ledger/ledger.ts';
import type { Handoff } from '../../../ledger/state.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { statementText } from '../../act/statement-text.ts';
import { tokenOf } from '../../act/token.ts';
import { actToolIn } from '../../act/tool.ts';
import { Stopped } from '../../failure.ts';
import { askedRows } from '../../ledger/asked-text.ts';
import { type Room, withReader } from '../../ledger/conversation.ts';
import { handoffText } from '../../ledger/handoff-text.ts';
import { columns, momentText } from '../../ledger/plain.ts';
import { verdictText } from '../../ledger/sent-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

/** `show`: one message, or one statement. */
export const show: Verb = {
  name: 'show',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'a message by its id, with its verdict and handoff; or a statement by its token, slot by slot',
  about:
    'Every slot of a statement, and of what a question is about, is shown whole, and what hides or looks like something else as its code point. A token may ' +
    'be given as the readback line that carries it.',
  arguments: [
    {
      name: 'ID|TOKEN',
      about: 'the id of a message, or a token, or a readback line with x_tok=; or - or @file',
    },
  ],
  example: {
    command: 'hearback show ops-1 --ledger office.ledger',
    output: [
      'RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX',
      '  entry    1, 2026-11-30 21:34:09Z, by office',
      '  verdict  passes',
      '  handoff  ops-1 is OPEN, ops has it',
    ].join('\n'),
  },
  run: (call) =>
    withReader(call, async (reading) => {
      const word = call.words[0] as string;
      const isId = /^[A-Za-z0-9._-]{1,200}-\d+$/.test(word);
      const found = isId ? await reading.handle.show(word) : null;
      if (found !== null) return showMessage(call, reading, { id: word, ...found });
      if (isId && word.length !== tokenLength) throw noMessage(word, reading);
      return showStatement(call, reading, word);
    }),
};

/** A token may look like an id. */
const tokenLength = 22;

function noMessage(id: string, { handle }: Room): Stopped {
  return new Stopped('no-such-message', `no message of ${handle.conversation} is ${shown(id)}`);
}

interface Found {
  readonly id: string;
  readonly entry: EntryView;
  readonly handoff: Handoff | null;
}

async function showMessage(call: Call, { handle }: Room, { id, entry, handoff }: Found): Promise<void> {
  const kept = await handle.kept(id);
  const asked = entry.type === 'AQ' ? await questionAt(handle, id) : null;
  tell(call, {
    json: { ...entryJson(entry), handoff, kept },
    text: [
      escaped(entry.line ?? ''),
      columns([...factsOf(entry, handoff, kept), ...(asked === null ? [] : askedRows(asked))]),
      ...(entry.verdict?.diagnostics.map((one) => renderHuman(one)) ?? []),
    ].join('\n'),
  });
}

function factsOf(
  { sequence, at, principal, delegateFor, verdict }: EntryView,
  handoff: Handoff | null,
  kept: Kept | null,
): readonly (readonly [string, string])[] {
  const by = delegateFor === null ? principal : `${principal}, written by code for ${delegateFor}`;
  return [
    ['entry', `${sequence}, ${momentText(at)}, by ${escaped(by)}`],
    ...(verdict === null ? [] : [['verdict', verdictText(verdict)] as const]),
    ...(handoff === null ? [] : [['handoff', handoffText(handoff)] as const]),
    ...(kept === null ? [] : [['kept', escaped(JSON.stringify(kept))] as const]),
  ];
}

async function showStatement(call: Call, room: Room, word: string): Promise<void> {
  const { handle } = room;
  const token = await tokenOf(call, word, room);
  const statement = await (await actToolIn(room)).show({ token });
  if (statement === null) {
    throw new Stopped('unknown-token', `no statement of ${handle.conversation} has the token ${token}`);
  }
  tell(call, { json: { ...statement }, text: `${statementText(statement)}\n${escaped(statement.line)}` });
}
