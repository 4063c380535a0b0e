import { encode, fromJson as messageOf, toJson } from '../../codec/index.ts';
import { onRows, textOfArgument } from '../input.ts';
import type { Verb } from '../verb.ts';

/** `from-json`: the line of a JSON twin. */
export const fromJson: Verb = {
  name: 'from-json',
  group: 'Read and write lines',
  summary: 'the line of a JSON twin, read strictly',
  about: 'Anything that the line could not hold, or that would come back different, is an error.',
  arguments: [{ name: 'JSON', about: 'one JSON object, or - or @file' }],
  example: {
    command: `hearback from-json '{"v":"RW1","type":"AN","id":"human-1","re":"ops-4","from":"human","to":"ops","slots":{"val":"Y"}}'`,
    output: 'RW1 AN human-1 re=ops-4 from=human to=ops val=Y',
  },
  run: async (call) => {
    const text = await textOfArgument(call, call.words[0] as string, 'JSON');
    const { message, diagnostics } = messageOf(text, call.reading);
    const line = message && encode(message);
    const json = { line, message: message && toJson(message) };
    call.report.result({ diagnostics: onRows(diagnostics, text), product: line, json });
  },
};
