import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { command } from '../../test/e2e/cli.ts';
import { clientFor, type Version } from '../../test/support/mcp.ts';
import { timed } from '../ledger/timed.ts';
import type { Contestant } from '../rounds.ts';

/** What starts a server: the arguments of this Node, and what its environment has besides. */
export interface Started {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The built command. */
export function hearback(...args: readonly string[]): Started {
  return { args: [command, ...args] };
}

/** The twin, which gives one answer and has so many tools that act. */
export function twin({
  answer,
  acts = 0,
}: {
  readonly answer?: unknown;
  readonly acts?: number;
} = {}): Started {
  const file = fileURLToPath(new URL('twin.js', import.meta.url));
  return { args: [file, String(acts), ...(answer === undefined ? [] : [JSON.stringify(answer)])] };
}

/** The official client of a server that it has started; it has read the tools, and so holds results to their schemas. */
export async function connected(
  { args, env = {}, cwd }: Started,
  version: Version = '2025-11-25',
): Promise<Client> {
  const client = clientFor(version);
  const place = cwd === undefined ? {} : { cwd };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      env,
      ...place,
      stderr: 'inherit',
    }),
  );
  await client.listTools();
  return client;
}

/** How much is measured: so many rounds of so many calls each. */
export interface Size {
  readonly rounds: number;
  readonly calls: number;
}

/** How calls come: each when the one before is answered, or so many at a time. */
export const flights = { 'one after another': 1, '8 at a time': 8 } as const;

/** What a client asks in one pass: so many calls of a tool, so many of them at a time. */
export interface Calling {
  readonly tool: string;
  readonly line: string;
  readonly calls: number;
  readonly inFlight: number;
}

/** A contestant that is asked over its connection; one that refuses ends the run. */
export function calls(
  name: string,
  client: Client,
  { tool, line, calls: count, inFlight }: Calling,
): Contestant {
  return {
    name,
    pass: () =>
      timed(count, async () => {
        let left = count;
        const asks = async (): Promise<void> => {
          while (left-- > 0) {
            const { isError } = await client.callTool({ name: tool, arguments: { line } });
            if (isError === true) throw new Error(`${name} refuses ${line}`);
          }
        };
        await Promise.all(Array.from({ length: inFlight }, asks));
      }),
  };
}
