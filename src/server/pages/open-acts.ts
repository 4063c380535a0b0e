import type { Context } from 'hono';
import { createActTool } from '../../act/create.ts';
import type { ActTool, StatementView } from '../../act/tool.ts';
import type { Handle, OpenHandoff } from '../../ledger/ledger.ts';
import type { Env, ServerParts } from '../env.ts';
import { handlesOf } from './handles.ts';

/** An open handoff with the hands of the person who looks at it. */
export interface OpenAct {
  readonly handle: Handle;
  readonly open: OpenHandoff;
}

/** Every open handoff in the conversations of the signed-in person that `wanted` holds for, the oldest first. */
export async function openActs(
  parts: ServerParts,
  c: Context<Env>,
  wanted: (open: OpenHandoff) => boolean,
): Promise<readonly OpenAct[]> {
  const handles = await handlesOf(parts, c);
  const all = await Promise.all(
    handles.map(async (handle) => (await handle.open()).filter(wanted).map((open) => ({ handle, open }))),
  );
  return all.flat().sort((a, b) => a.open.at - b.open.at);
}

/** The act tool at a person's hands: with the executors of this server where it has some, which know where to look. */
export async function toolAt({ settings }: ServerParts, handle: Handle): Promise<ActTool> {
  return (await settings.actTool?.(handle)) ?? createActTool({ ledger: handle });
}

/** A statement with what to tell of it; null where there is none. */
export async function statementAt(
  parts: ServerParts,
  handle: Handle,
  token: string,
): Promise<StatementView | null> {
  return (await toolAt(parts, handle)).show({ token });
}
