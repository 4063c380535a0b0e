import { encode, toJson } from '../../../codec/index.ts';
import { translate as translated } from '../../../evidence/crosswalk/translate.ts';
import { crosswalkArgument, readCrosswalk } from '../../evidence/crosswalk.ts';
import { readLineArgument } from '../../input.ts';
import type { Verb } from '../../verb.ts';

/** `crosswalk translate`: a line in the words of the other profile. */
export const translate: Verb = {
  name: 'crosswalk translate',
  group: 'Make and answer',
  summary: 'a line of one profile in the words of another; everything without a counterpart is named',
  about:
    'What is left out is a warning. Without its ask, its agents or its kind of item a line cannot be said at all.',
  arguments: [{ name: 'LINE', about: 'a line of either profile' }, crosswalkArgument],
  example: {
    command: [
      'hearback crosswalk translate \\',
      '  "RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-7 ask=PAY rb=exec amt=5400.00 cur=GBP" \\',
      '  pay-ap',
    ].join('\n'),
    output:
      'RW1 HO buyer-1 from=buyer to=cashier item=bill:MD-7 ask=SETTLE rb=exec gross=5400.00 ccy=GBP p=ap',
  },
  run: async (call) => {
    const [line = '', path = ''] = call.words;
    const read = readCrosswalk(call, path);
    if (read === null) return;
    const parsed = await readLineArgument(read.call, line, 'LINE');
    if (parsed.message === null)
      return call.report.result({ diagnostics: parsed.diagnostics, product: null });
    const { message, lost, diagnostics } = translated(parsed.message, read.crosswalk);
    call.report.result({
      diagnostics: [...parsed.diagnostics, ...diagnostics],
      product: message && encode(message),
      json: { line: message && encode(message), message: message && toJson(message), lost },
    });
  },
};
