import { actText } from '../../act/statement-text.ts';
import { tokenArgument, tokenOf } from '../../act/token.ts';
import { tellRefused } from '../../act/told.ts';
import { actToolIn } from '../../act/tool.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `confirm`: the sender's answer to a statement. */
export const confirm: Verb = {
  name: 'confirm',
  group: 'Act',
  uses: 'conversation',
  summary:
    'answer a statement as the one who sent its handoff: Y lets exactly it run, anything else discards it',
  about:
    'Give the readback line that you have checked rather than its token: it has to be the one that the ledger holds, so ' +
    'that you confirm what stands in front of you.',
  arguments: [tokenArgument],
  options: { answer: { value: 'CODE', about: 'Y (the default), N, or an answer of the profile' } },
  example: {
    before: [
      'hearback prepare release-1 --key-file shop.key --ledger office.ledger > readback.rw 2> notes.txt',
    ],
    command: 'hearback confirm @readback.rw --key-file office.key --ledger office.ledger',
    output: [
      'RW1 AN release-2 re=operator-1 from=release to=operator item=svc:api p=deploy val=Y x_tok=KweM-Op5tm-WObtTOS92KA',
      'confirmed: nothing was executed yet',
      '  act      DEPLOY svc:api',
      '  apref    CHG-7',
      '  env      PROD',
      '  prev     1.4.1',
      '  ver      1.4.2',
      '  handoff  release-1',
      '  token    KweM-Op5tm-WObtTOS92KA',
    ].join('\n'),
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const token = await tokenOf(call, call.words[0] as string, room);
      const outcome = await (await actToolIn(room)).confirm({
        token,
        answer: call.options.value('answer') ?? 'Y',
      });
      if (outcome.outcome === 'refused') return tellRefused(call, outcome);
      const { line, statement, repeat } = outcome;
      const head = `${repeat ? 'was ' : ''}${outcome.outcome}: nothing was executed yet`;
      const text =
        outcome.outcome === 'confirmed'
          ? `${head}\n${actText(statement)}`
          : 'declined: nothing will be executed';
      tell(call, { json: { ...outcome }, line, text });
    }),
};
