import { jsonText } from '../../../diagnostic/render-json.ts';
import { coreData } from '../../../vocabulary/index.ts';
import type { Verb } from '../../verb.ts';
import { knownProfile } from './known.ts';

/** `profile show`: a profile as JSON, with all that it extends. */
export const show: Verb = {
  name: 'profile show',
  group: 'Look up',
  summary: 'a profile as JSON, with all that it extends',
  arguments: [{ name: 'NAME', about: 'the profile' }],
  example: {
    command: 'hearback profile show deploy | grep -c MIGRATE',
    output: '4',
  },
  run: (call) => {
    const { profile, hash } = knownProfile(call, call.words[0] as string);
    const data = profile ?? coreData;
    call.report.result({ diagnostics: [], json: { hash, profile: data }, product: jsonText(data, 2) });
  },
};
