import { escaped } from '../../../text/shown.ts';
import type { Verb } from '../../verb.ts';
import { fileProfile } from './known.ts';

/** `profile check`: whether a file is a profile. */
export const check: Verb = {
  name: 'profile check',
  group: 'Look up',
  summary: 'whether a file is a profile: every fault with its place and what to do',
  about: 'What it extends is looked up among the built-in profiles and those of --profiles.',
  arguments: [{ name: 'FILE', about: 'the profile' }],
  example: {
    command: [
      `echo '{"profile":"parcel","version":"1","extends":"RW1","exce":{}}' > parcel.json && \\`,
      '  hearback profile check parcel.json',
    ].join('\n'),
    output: [
      'error[profile/unknown-key]: parcel.json at $.exce: unknown key exce',
      '  at parcel.json:1:51',
      '    {"profile":"parcel","version":"1","extends":"RW1","exce":{}}',
      '                                                      ^^^^^^',
      '  hint: write exec if that is what is meant',
      '',
      'refused (1 error)',
    ].join('\n'),
    exit: 1,
  },
  run: (call) => {
    const [file = ''] = call.words;
    const { profile, diagnostics } = fileProfile(call, file);
    const says = (amount: string): string =>
      profile === null
        ? `refused (${amount})`
        : `valid: profile ${profile.profile} ${escaped(profile.version)}`;
    call.report.result({ diagnostics, file, json: { file, name: profile?.profile ?? null }, says });
  },
};
