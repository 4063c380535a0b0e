import { plural } from '../../../text/plural.ts';
import { escaped } from '../../../text/shown.ts';
import type { ProfileData } from '../../../vocabulary/index.ts';
import { diffProfiles } from '../../../vocabulary/profile-diff.ts';
import type { Call, Verb } from '../../verb.ts';
import { profileOf } from './known.ts';

/** `profile diff`: whether a newer version of a profile is compatible with an older one. */
export const diff: Verb = {
  name: 'profile diff',
  group: 'Look up',
  summary: 'whether a newer version of a profile is compatible: what breaks, what is loosened, what is added',
  about:
    'breaking: lines that were valid are refused, or mean something else. loosened: a guard is gone. Either one fails; ' +
    'what is added, and wording, does not.',
  arguments: [
    { name: 'OLD', about: 'the older version: a file, or the name of a profile' },
    { name: 'NEW', about: 'the newer version' },
  ],
  example: {
    command: [
      'hearback profile show deploy > deploy.json && \\',
      '  hearback profile diff deploy deploy.json',
    ].join('\n'),
    output: 'compatible: nothing breaks (0 changes)',
  },
  run: (call) => {
    const [before, after] = call.words.map((word) => dataOf(call, word));
    if (before == null || after == null) return;
    const changes = diffProfiles(before, after);
    const grave = changes.filter(({ effect }) => effect === 'breaking' || effect === 'loosened');
    if (!call.options.has('json')) {
      for (const { effect, path, says } of changes) {
        call.report.note(`${effect.padEnd(9)} ${escaped(path)}: ${escaped(says)}`);
      }
    }
    call.report.result({
      diagnostics: [],
      exit: grave.length > 0 ? 1 : 0,
      json: { before: before.profile, after: after.profile, changes },
      says: (_, passes) =>
        passes
          ? `compatible: nothing breaks (${plural(changes.length, 'change')})`
          : `not compatible: ${grave.length} of ${plural(changes.length, 'change')} break something`,
    });
  },
};

function dataOf(call: Call, word: string): ProfileData | null {
  return profileOf(call, word)?.profile ?? null;
}
