import { createActTool } from '../../act/create.ts';
import type { ActTool } from '../../act/tool.ts';
import type { Room } from '../ledger/conversation.ts';
import { artifactsOf } from './artifacts.ts';
import { executorsOf, recordsOf } from './executors.ts';

/** The act tool at a room: what it runs, looks up and asks is what the config file says. */
export async function actToolIn({ handle, opened: { found }, environment }: Room): Promise<ActTool> {
  const at = { found, environment, ledger: handle };
  const artifact = artifactsOf(found);
  return createActTool({
    ledger: handle,
    ...found.config.act,
    executors: executorsOf(at),
    resolve: recordsOf(at),
    ...(artifact === null ? {} : { artifact }),
  });
}
