import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';
import { skillFiles } from './install.ts';

/** `skill show`: the text, for an agent that has no folder of skills. */
export const show: Verb = {
  name: 'skill show',
  group: 'Beside an agent',
  uses: 'config',
  summary: 'print the skill whole: SKILL.md and what it refers to',
  arguments: [],
  example: { command: 'hearback skill show | head -n 2', output: '---\nname: hearback' },
  run: (call) => {
    const files = skillFiles();
    tell(call, { json: { files }, text: files.map(({ text }) => text.trimEnd()).join('\n\n') });
  },
};
