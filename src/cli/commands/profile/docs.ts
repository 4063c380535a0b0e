import { profilePage } from '../../../legend/page.ts';
import type { Verb } from '../../verb.ts';
import { profileOf } from './known.ts';

/** `profile docs`: a profile as a page for people. */
export const docs: Verb = {
  name: 'profile docs',
  group: 'Look up',
  summary: 'a profile as a page in Markdown: asks, agents, slots, codes and rules',
  arguments: [{ name: 'PROFILE', about: 'the name of a profile, or a file' }],
  example: {
    command: 'hearback profile docs deploy | head -n 1',
    output: '# deploy',
  },
  run: (call) => {
    const vocabulary = profileOf(call, call.words[0] as string);
    if (vocabulary === null) return;
    const page = profilePage(vocabulary);
    call.report.result({ diagnostics: [], json: { name: vocabulary.name, page }, product: page.trimEnd() });
  },
};
