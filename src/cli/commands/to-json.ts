import { toJson as twinOf } from '../../codec/index.ts';
import { jsonText } from '../../diagnostic/render-json.ts';
import { eachLine } from '../each-line.ts';
import type { Verb } from '../verb.ts';

/** `to-json`: the JSON twin of a line. */
export const toJson: Verb = {
  name: 'to-json',
  group: 'Read and write lines',
  summary: "a line's JSON twin",
  arguments: [{ name: 'LINE', about: 'the line; - or @file may hold several' }],
  example: {
    command:
      'hearback to-json "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX pri=2 keep=ops // by Friday"',
    output:
      '{"v":"RW1","type":"HO","id":"ops-3","re":null,"from":"ops","to":"builder","item":"jira:OPS-77","slots":{"ask":"FIX","pri":2,"keep":["ops"]},"tail":"by Friday"}',
  },
  run: (call) =>
    eachLine(call, (message) => ({ product: jsonText(twinOf(message)), json: { message: twinOf(message) } })),
};
