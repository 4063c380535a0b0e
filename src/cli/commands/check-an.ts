import { checkAnswer } from '../../checks/answer.ts';
import { readExchange, reportCheck } from '../exchange.ts';
import type { Verb } from '../verb.ts';

/** `check-an`: an answer against its question. */
export const checkAn: Verb = {
  name: 'check-an',
  group: 'Check an exchange',
  summary: 'an answer against its question: from whom was asked, in the shape that was asked for',
  arguments: [
    { name: 'AQ', about: 'the question' },
    { name: 'AN', about: 'the answer' },
  ],
  example: {
    command: [
      'hearback check-an \\',
      '  "RW1 AQ ops-4 from=ops to=human need=ENUM opts=SHIP+WAIT" \\',
      '  "RW1 AN human-1 re=ops-4 from=human to=ops val=SHIP"',
    ].join('\n'),
    output: 'passes',
  },
  run: async (call) => {
    const [aq = '', an = ''] = call.words;
    reportCheck(call, await readExchange(call, { aq: ['AQ', aq], an: ['AN', an] }), checkAnswer);
  },
};
