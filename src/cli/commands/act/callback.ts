import { UsageError } from '../../../diagnostic/usage-error.ts';
import { tellCommit } from '../../act/told.ts';
import { actToolIn } from '../../act/tool.ts';
import { bytesOfPath } from '../../input.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import type { Call, Verb } from '../../verb.ts';

/** `callback`: what an executor says by itself. */
export const callback: Verb = {
  name: 'callback',
  group: 'Act',
  uses: 'conversation',
  summary: 'take what an executor tells later of an act, by its signature: the outcome of a statement',
  about:
    'Give the body exactly as it arrived: the signature is over its bytes, and nothing is read before it holds. The secret ' +
    'is named in the config file, under the executor’s callback. The same callback again changes nothing.',
  arguments: [{ name: 'BODY', about: '- for standard input, or @file' }],
  options: {
    signature: {
      value: 'TEXT',
      about: 'the signature that came with it: t=SECONDS,v1=HEX',
      isRequired: true,
    },
    token: { value: 'TOKEN', about: 'the statement, where the body does not name it' },
    executor: { value: 'NAME', about: 'the executor that it is from; each that has a callback unless given' },
  },
  exits: {
    0: 'executed as planned; a repeat too',
    1: 'refused for good, or not executed',
    3: 'undecided still, or something else than was planned was executed',
  },
  example: {
    before: [
      "printf '%s' 'a secret of both sides' > callbacks.secret",
      `printf '%s' '{"key":"…","outcome":"found"}' > body.json`,
      `printf '%s' '{"executors":{"DEPLOY":{"kind":"command","name":"deployer","command":"sh","args":["deploy.sh"],"callback":{"secret":{"file":"callbacks.secret"}}}}}' > later.json`,
    ],
    command: [
      'hearback callback @body.json \\',
      `  --signature t=1790949600,v1=${'0'.repeat(64)} --config later.json --key-file shop.key --ledger office.ledger`,
    ].join('\n'),
    output:
      'refused, unsigned-callback: the callback has no signature that holds: no executor signed these bytes',
    exit: 1,
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const { options } = call;
      const [token, executor] = [options.value('token'), options.value('executor')];
      const outcome = await (await actToolIn(room)).callback({
        body: await bodyOf(call),
        signature: options.value('signature') as string, // it is required
        ...(token === undefined ? {} : { token }),
        ...(executor === undefined ? {} : { executor }),
      });
      tellCommit(call, outcome);
    }),
};

/** A shell takes bytes of a word apart: only a file or a pipe gives them as they arrived. */
async function bodyOf(call: Call): Promise<Uint8Array> {
  const [word = ''] = call.words;
  if (word === '-') return bytesOfPath(call, word);
  if (word.startsWith('@')) return bytesOfPath(call, word.slice(1));
  throw new UsageError('usage/argument', 'BODY is - or @file, so that its bytes are those that were signed');
}
