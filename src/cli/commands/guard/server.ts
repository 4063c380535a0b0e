import { UsageError } from '../../../diagnostic/usage-error.ts';
import type { Definitions } from '../../../mcp/guard/listing.ts';
import { definitionsOf } from '../../../mcp/guard/read-server.ts';
import { httpLink } from '../../../mcp/guard/wire/http-link.ts';
import type { OpenLink } from '../../../mcp/guard/wire/link.ts';
import { processLink } from '../../../mcp/guard/wire/process-link.ts';
import { shown } from '../../../text/shown.ts';
import { Stopped } from '../../failure.ts';
import type { Argument, Call, Option } from '../../verb.ts';

/** The command of the server, behind `--`. */
export const serverArgument: Argument = {
  name: 'COMMAND',
  about: 'behind --, what starts the server, as it stands in the settings of a client',
  isOptional: true,
  isMany: true,
};

export const policyOption: Option = {
  value: 'FILE',
  about: 'the policy, as guard init writes it',
  isRequired: true,
};

/** A server that runs elsewhere. */
export const upstreamOption: Option = {
  value: 'URL',
  about:
    'a server over HTTP in the place of COMMAND; HEARBACK_UPSTREAM_AUTHORIZATION is what it wants as Authorization',
};

/** The server that a call names, by its command or its address. Throws UsageError for none, and for both. */
export function serverOf({ words, options, world: { environment } }: Call): OpenLink {
  const [command, ...args] = words;
  const url = options.value('upstream');
  if ((command === undefined) === (url === undefined))
    throw new UsageError(
      'usage/argument',
      'name the server by its command behind --, or by --upstream: one of the two',
    );
  if (command !== undefined) return processLink({ command, args, env: environment });
  const address = url as string;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError('usage/option', `--upstream ${shown(address)} is no address over http or https`);
  const authorization = environment['HEARBACK_UPSTREAM_AUTHORIZATION'];
  return httpLink({ url: address, headers: authorization === undefined ? {} : { authorization } });
}

/** The tools of the server that a call names. */
export async function definitionsBy(call: Call): Promise<Definitions> {
  return definitionsOf(serverOf(call)).catch((error: Error) => {
    throw new Stopped('server', error.message);
  });
}
