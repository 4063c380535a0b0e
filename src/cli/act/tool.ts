import { createActTool } from '../../act/create.ts';
import type { ActTool } from '../../act/tool.ts';
import type { Room } from '../ledger/conversation.ts';

/** The act tool at a room: whom it asks, and how long it waits, is what the config file says. */
export async function actToolIn({ handle, opened }: Room): Promise<ActTool> {
  return createActTool({ ledger: handle, ...opened.found.config.act });
}
