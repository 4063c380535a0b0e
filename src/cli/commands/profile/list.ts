import { UsageError } from '../../../diagnostic/usage-error.ts';
import { escaped } from '../../../text/shown.ts';
import type { Vocabulary } from '../../../vocabulary/index.ts';
import type { Verb } from '../../verb.ts';
import { versionOf, vocabulariesOf } from './known.ts';

/** `profile list`: the profiles that lines may name. */
export const list: Verb = {
  name: 'profile list',
  group: 'Look up',
  summary: 'the profiles that lines may name, with their versions and hashes',
  about:
    'A profile is a JSON file that adds to the core: asks, slots, agents, and which slots an act runs with.',
  arguments: [],
  example: {
    command: "hearback profile list | cut -d ' ' -f 1",
    output: ['core', 'pay', 'clin', 'deploy', 'pform'].join('\n'),
  },
  run: (call) => {
    if (call.words.length > 0) throw new UsageError('usage/argument', 'profile list takes no NAME');
    const all = vocabulariesOf(call);
    const width = Math.max(...all.map((one) => versionOf(one).length));
    for (const vocabulary of all) {
      const json = { name: vocabulary.name, version: versionOf(vocabulary), hash: vocabulary.hash };
      call.report.result({ diagnostics: [], json, product: rowOf(vocabulary, width) });
    }
  },
};

/** A profile's name, version, hash, what it is for and its acts; `width` is that of the longest version. */
function rowOf(vocabulary: Vocabulary, width: number): string {
  const { name, profile, hash, exec } = vocabulary;
  const about = profile === null ? 'what every line is read under' : escaped(profile.description ?? '');
  const acts = exec.size === 0 ? '' : `acts ${[...exec.keys()].join(' ')}`;
  const words = [about, acts].filter((text) => text !== '').join('; ');
  return `${name.padEnd(10)} ${versionOf(vocabulary).padEnd(width)} ${hash}  ${words}`.trimEnd();
}
