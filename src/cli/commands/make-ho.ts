import { encode, toJson } from '../../codec/index.ts';
import { makeHandoff } from '../../compose/index.ts';
import { composeOptions, readComposeOptions } from '../compose-options.ts';
import { readRecordArgument } from '../exchange.ts';
import { readLine } from '../input.ts';
import { countingOn, idsTakenBy } from '../ledger/ids-taken.ts';
import type { Verb } from '../verb.ts';

/** `make-ho`: the handoff of a record. */
export const makeHo: Verb = {
  name: 'make-ho',
  group: 'Make and answer',
  summary: 'the handoff of an approved record, composed by code so that no value changes on the way',
  about:
    'The handoff asks for the readback that its act needs. Its profile is the p of the record, else --profile. What ' +
    '--set adds may not say otherwise than the record. Where a ledger is named, by an option or the config file, the id ' +
    'comes after those that it has taken; the ledger gives it to nobody before the line is sent.',
  arguments: [
    {
      name: 'RECORD',
      about: 'the approved values as JSON, from, to, item and ask among them; or - or @file',
    },
  ],
  options: {
    ...composeOptions,
    ...countingOn,
    id: { value: 'ID', about: "the handoff's id; else the next of the sender" },
  },
  example: {
    command: `hearback make-ho '{"from":"ops","to":"builder","item":"jira:OPS-77","ask":"FIX"}' --set due=20261002`,
    output: 'RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002',
  },
  run: async (call) => {
    const { profiles, profile, options, words } = call;
    const record = await readRecordArgument(call, words[0] as string);
    const id = options.value('id');
    const given = await readComposeOptions(call);
    const taken = id === undefined ? await idsTakenBy(call, given.set['from'] ?? record['from']) : [];
    const { message, diagnostics } = makeHandoff({
      record,
      profiles,
      ...given,
      used: [...given.used, ...taken],
      ...(id === undefined ? {} : { id }),
      ...(profile === undefined ? {} : { profile }),
    });
    if (message === null) return call.report.result({ diagnostics, product: null, json: { line: null } });
    const line = encode(message);
    const expected = readLine(call, { text: line, isUtf8: true }).diagnostics; // a record may name another profile
    const all = [...diagnostics, ...expected.filter(({ severity }) => severity === 'error')];
    call.report.result({ diagnostics: all, product: line, json: { line, message: toJson(message) } });
  },
};
