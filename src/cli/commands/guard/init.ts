import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { jsonText } from '../../../diagnostic/render-json.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { draftPolicy } from '../../../mcp/guard/draft.ts';
import type { Approver } from '../../../mcp/guard/policy/policy.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { loadProfile } from '../../../vocabulary/index.ts';
import { writeNew } from '../../private-file.ts';
import type { Call, Verb } from '../../verb.ts';
import { definitionsBy, serverArgument, upstreamOption } from './server.ts';

/** `guard init`: a policy to start from. */
export const init: Verb = {
  name: 'guard init',
  group: 'Beside an agent',
  uses: 'config',
  summary: 'read the tools of an MCP server, and write a policy to start from and a profile for it',
  about:
    'Every tool that does not say that it only reads is guarded, and every guarded tool is pinned as it is now. Read the notes ' +
    'at the top of the policy before you use it. Two files are written: NAME.guard.json, and NAME.json in the folder of profiles.',
  arguments: [serverArgument],
  options: {
    upstream: upstreamOption,
    name: { value: 'NAME', about: 'what the server is called here', isRequired: true },
    approver: {
      value: 'WHO',
      about: 'who confirms: the principal of a person, or PRINCIPAL=AGENT',
      isRequired: true,
    },
    folder: {
      value: 'DIR',
      about: 'where the profile is written; profiles unless given, which has to be there',
    },
  },
  example: {
    command: 'hearback guard init --name files --approver m.okafor -- no-such-server',
    output: 'hearback: the server cannot be started (ENOENT) [server]',
    exit: 1,
  },
  run: async (call) => {
    const { options, report, profiles } = call;
    const name = options.value('name') as string; // required
    const definitions = await definitionsBy(call);
    const { policy, profile, notes } = draftPolicy({ name, approver: approverOf(call), definitions });
    const loaded = loadProfile(profile, { over: profiles, beside: profiles });
    if (loaded.profile === null)
      throw new UsageError('usage/profile', loaded.diagnostics[0]?.message ?? name);
    const files = [
      [`${name}.guard.json`, policy],
      [join(options.value('folder') ?? 'profiles', `${name}.json`), profile],
    ] as const;
    writeAll(files.map(([file, json]) => [file, `${jsonText(json, 2)}\n`]));
    report.result({
      diagnostics: [],
      json: { files: files.map(([file]) => file), policy, profile },
      product: [
        ...files.map(([file]) => `wrote ${file}`),
        ...Object.entries(policy.tools).map(
          ([tool, how]) => `  ${typeof how === 'string' ? how.padEnd(7) : 'guarded'}  ${escaped(tool)}`,
        ),
        ...notes.map((note) => `note: ${escaped(note)}`),
      ].join('\n'),
    });
  },
};

/** Writes new files, all of them or none: half of the two would be in the way of the next try. */
function writeAll(files: readonly (readonly [file: string, text: string])[]): void {
  const written: string[] = [];
  try {
    for (const [file, text] of files) {
      writeNew(file, text);
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(file);
    throw error;
  }
}

function approverOf({ options }: Call): Approver {
  const given = options.value('approver') as string; // required
  const [principal = '', agent, ...more] = given.split('=');
  if (principal === '' || agent === '' || more.length > 0)
    throw new UsageError(
      'usage/option',
      `--approver takes a person, or PRINCIPAL=AGENT, not ${shown(given)}`,
    );
  return agent === undefined ? { person: principal } : { principal, agent };
}
