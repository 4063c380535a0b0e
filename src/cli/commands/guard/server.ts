import type { Definitions } from '../../../mcp/guard/listing.ts';
import { definitionsOf } from '../../../mcp/guard/read-server.ts';
import { processLink } from '../../../mcp/guard/wire/process-link.ts';
import { Stopped } from '../../failure.ts';
import type { Call } from '../../verb.ts';

/** The tools of the server whose command a call names. */
export function definitionsBy({ words, world }: Call): Promise<Definitions> {
  const [command = '', ...args] = words;
  return definitionsOf(processLink({ command, args, env: world.environment })).catch((error: Error) => {
    throw new Stopped('server', error.message);
  });
}
