import { preparedTold } from '../../act/prepare-told.ts';
import { slotsOf } from '../../act/slots.ts';
import { actToolIn } from '../../act/tool.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { timeOption } from '../../ledger/number-option.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `prepare`: the call of a handoff, frozen and read back. */
export const prepare: Verb = {
  name: 'prepare',
  group: 'Act',
  uses: 'conversation',
  summary: 'freeze what a handoff asks for under a token, and read it back; nothing is executed',
  about:
    'What the handoff leaves open is found in the sources of the config file, and everything is compared: a value that ' +
    'contradicts the handoff becomes a question. The readback line goes to standard output, the act slot by slot to ' +
    'standard error, with what the executor cannot promise.',
  arguments: [{ name: 'HANDOFF', about: 'the id of the handoff' }],
  options: {
    call: {
      value: 'JSON',
      about: 'the arguments that you would call the executor with, to be compared; or @file',
    },
    readback: { value: 'JSON', about: 'what the readback says of its own: acc, do, not, asm, eta; or @file' },
    exp: {
      value: 'T',
      about: 'the last moment to confirm and to start, YYYYMMDDTHHMMZ; never later than the handoff’s',
    },
    'dry-run': { about: 'go to the statement and no further: nothing is written' },
  },
  exits: { 3: 'a question was asked: somebody has to answer it' },
  example: {
    before: [
      `printf '%s' '{"executors":{"DEPLOY":{"kind":"command","name":"deployer","command":"sh","args":["deploy.sh"]}}}' > hearback.json`,
      `printf '%s' 'read -r c; v=\${c#*\\"values\\":}; echo "{\\"outcome\\":\\"executed\\",\\"values\\":\${v%%\\}*}}}"' > deploy.sh`,
      [
        'hearback send \\',
        '  "RW1 HO release-1 p=deploy from=release to=operator item=svc:api ask=DEPLOY rb=exec env=PROD ver=1.4.2 prev=1.4.1 apref=CHG-7 exp=20991231T2359Z" \\',
        `  --record '{"item":"svc:api","ask":"DEPLOY","env":"PROD","ver":"1.4.2","prev":"1.4.1","apref":"CHG-7"}' \\`,
        '  --key-file office.key --ledger office.ledger > sent.txt',
      ].join('\n'),
    ],
    command: 'hearback prepare release-1 --key-file shop.key --ledger office.ledger',
    output: [
      'RW1 RB operator-1 re=release-1 from=operator to=release item=svc:api p=deploy ask=DEPLOY env=PROD ver=1.4.2 prev=1.4.1 apref=CHG-7 h=ad0c8479d28b x_tok=KweM-Op5tm-WObtTOS92KA exp=20991231T2359Z',
      'WAITING: nothing was executed. operator-1 waits for its answer before 2099-12-31T23:59:00Z.',
      '  act      DEPLOY svc:api',
      '  apref    CHG-7',
      '  env      PROD',
      '  prev     1.4.1',
      '  ver      1.4.2',
      '  handoff  release-1',
      '  token    KweM-Op5tm-WObtTOS92KA',
      'passes, roger, wilco',
      'note: deployer takes no idempotency key: an unknown outcome is never sent again.',
      'note: deployer cannot be looked up: nobody but a person finds out what ran.',
      'note: deployer does not honour a valid-until: exp is the last moment to start, and no more.',
      'note: deployer names no time after which a request cannot take effect: a look-up that finds nothing is no answer.',
      'note: deployer cannot reverse: what it has done stays done.',
    ].join('\n'),
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const exp = timeOption(call, 'exp');
      const [values, readback] = [await slotsOf(call, 'call'), await slotsOf(call, 'readback')];
      const tool = await actToolIn(room);
      const outcome = await tool.prepare({
        handoff: call.words[0] as string,
        ...(values === undefined ? {} : { call: values }),
        ...(readback === undefined ? {} : { readback }),
        ...(exp === undefined ? {} : { exp }),
        dryRun: call.options.has('dry-run'),
      });
      if (outcome.outcome === 'dry-run') {
        const { json, ...told } = preparedTold(outcome.would, null);
        return tell(call, { ...told, json: { outcome: 'dry-run', would: json } });
      }
      const view = outcome.outcome === 'prepared' ? await tool.show({ token: outcome.token }) : null;
      tell(call, preparedTold(outcome, view));
    }),
};
