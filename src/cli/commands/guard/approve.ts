import { realpathSync, statSync } from 'node:fs';
import { jsonText } from '../../../diagnostic/render-json.ts';
import { replaceFile } from '../../../ledger/proof/durable-file.ts';
import { approve as approved } from '../../../mcp/guard/approve.ts';
import { readPolicy } from '../../../mcp/guard/policy/read.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { bytesOfFile, textOf } from '../../input.ts';
import { unwritable } from '../../private-file.ts';
import type { Verb } from '../../verb.ts';
import { definitionsBy, policyOption, serverArgument, upstreamOption } from './server.ts';

/** `guard approve`: a definition that has changed is looked at, and pinned. */
export const approve: Verb = {
  name: 'guard approve',
  group: 'Beside an agent',
  uses: 'config',
  summary: 'show the guarded tools whose definition has changed, and with --write pin them as they are now',
  about:
    'Read what each of them says now: its description reaches a model, and its schema says what its arguments mean. Statements ' +
    'that were prepared before do not run any more. A guard that runs reads the policy when it is started again.',
  arguments: [serverArgument],
  options: {
    upstream: upstreamOption,
    policy: policyOption,
    tool: { value: 'NAME', about: 'a tool of the policy; all of them unless one is given', isMany: true },
    write: { about: 'set the pins in the policy; without it nothing is written' },
  },
  exits: { 0: 'nothing has changed, or it is pinned', 1: 'something has changed, and is not pinned' },
  example: {
    command: 'hearback guard approve --policy no-such.json -- node server.js',
    output:
      'hearback guard approve: cannot read no-such.json (ENOENT); there is no such file\nsee hearback guard approve --help',
    exit: 2,
  },
  run: async (call) => {
    const { options, report } = call;
    const file = options.value('policy') as string; // required
    const text = textOf(bytesOfFile(file), shown(file));
    const read = readPolicy(shown(file), text);
    const { text: pinned, tools } = approved(read, text, await definitionsBy(call), options.values('tool'));
    const isWritten = options.has('write') && tools.length > 0;
    if (isWritten) rewrite(file, pinned);
    report.result({
      diagnostics: [],
      exit: tools.length > 0 && !isWritten ? 1 : 0,
      json: { tools, written: isWritten },
      says: () =>
        tools.length === 0
          ? 'every guarded tool is what was approved'
          : [
              ...tools.map(
                ({ tool, definition }) => `${escaped(tool)} is now\n${escaped(jsonText(definition))}`,
              ),
              isWritten
                ? `pinned in ${shown(file)}`
                : 'nothing was written: --write pins what you have read here',
            ].join('\n'),
    });
  },
};

/** The policy as it is now, whole, where it stands and with the rights that it has. */
function rewrite(file: string, text: string): void {
  const path = realpathSync(file);
  try {
    replaceFile(path, text, statSync(path).mode & 0o777);
  } catch (error) {
    throw unwritable(file, error);
  }
}
