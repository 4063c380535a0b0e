import { jsonText } from '../../diagnostic/render-json.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { nearest } from '../../text/nearest.ts';
import { escaped, shown } from '../../text/shown.ts';
import { coreData, loadProfile, type Vocabulary } from '../../vocabulary/index.ts';
import { profileText } from '../profiles.ts';
import type { Call, Verb } from '../verb.ts';

/** `profile`: the profiles that lines may name, one of them, or whether a file is one. */
export const profile: Verb = {
  name: 'profile',
  group: 'Look up',
  summary: 'the profiles that lines may name: list, show NAME, check FILE',
  about:
    'A profile is a JSON file that adds to the core: asks, slots, agents, and which slots an act runs with.',
  arguments: [
    { name: 'ACTION', about: 'list, show or check' },
    { name: 'NAME', about: 'the name to show, or the file to check', isOptional: true },
  ],
  example: {
    command: "hearback profile list | cut -d ' ' -f 1",
    output: ['core', 'pay', 'clin', 'deploy', 'pform'].join('\n'),
  },
  run: (call) => {
    const [action = '', name] = call.words;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run === undefined)
      throw new UsageError('usage/argument', `profile takes list, show or check, not ${shown(action)}`);
    return run(call, name);
  },
};

const actions: Readonly<Record<string, (call: Call, name: string | undefined) => void>> = {
  list: (call, name) => {
    if (name !== undefined) throw new UsageError('usage/argument', 'profile list takes no NAME');
    const all = vocabulariesOf(call);
    const width = Math.max(...all.map((one) => versionOf(one).length));
    for (const vocabulary of all) {
      const json = { name: vocabulary.name, version: versionOf(vocabulary), hash: vocabulary.hash };
      call.report.result({ diagnostics: [], json, product: rowOf(vocabulary, width) });
    }
  },
  show: (call, name) => {
    const found = vocabulariesOf(call).find((one) => one.name === needed(name, 'NAME'));
    if (found === undefined) {
      const near = nearest(name as string, call.profiles.names);
      const advice = near === undefined ? 'hearback profile list shows them' : `did you mean ${near}?`;
      throw new UsageError('usage/profile', `no profile ${shown(name)}; ${advice}`);
    }
    const data = found.profile ?? coreData;
    call.report.result({
      diagnostics: [],
      json: { hash: found.hash, profile: data },
      product: jsonText(data, 2),
    });
  },
  check: (call, name) => {
    const file = needed(name, 'FILE');
    const { profile: data, diagnostics } = loadProfile(profileText(file), { file });
    const json = { file, name: data?.profile ?? null };
    const says = (amount: string): string =>
      data === null ? `refused (${amount})` : `valid: profile ${data.profile} ${escaped(data.version)}`;
    call.report.result({ diagnostics, file, json, says });
  },
};

function needed(word: string | undefined, name: string): string {
  if (word !== undefined) return word;
  throw new UsageError('usage/argument', `${name} is missing`);
}

function vocabulariesOf({ profiles }: Call): readonly Vocabulary[] {
  return [profiles.core, ...profiles.names.map((name) => profiles.get(name) as Vocabulary)];
}

function versionOf({ profile }: Vocabulary): string {
  return profile?.version ?? 'RW1';
}

/** A profile's name, version, hash, what it is for and its acts; `width` is that of the longest version. */
function rowOf(vocabulary: Vocabulary, width: number): string {
  const { name, profile, hash, exec } = vocabulary;
  const about = profile === null ? 'what every line is read under' : escaped(profile.description ?? '');
  const acts = exec.size === 0 ? '' : `acts ${[...exec.keys()].join(' ')}`;
  const words = [about, acts].filter((text) => text !== '').join('; ');
  return `${name.padEnd(10)} ${versionOf(vocabulary).padEnd(width)} ${hash}  ${words}`.trimEnd();
}
