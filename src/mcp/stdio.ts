import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from './caller.ts';
import { DrainingTransport } from './draining.ts';
import type { McpParts } from './parts.ts';
import { createMcpServer } from './server.ts';

export interface StdioOptions {
  readonly stdin: Readable;
  /** What the client reads: nothing but JSON-RPC may reach it (F22). */
  readonly stdout: Writable;
  /** Ends it from outside. */
  readonly signal?: AbortSignal;
}

/** Serves one client over stdio, in the name of one caller; resolves once the client has gone and all it asked is answered. */
export async function serveOnStdio(
  parts: McpParts,
  caller: Caller | null,
  { stdin, stdout, signal }: StdioOptions,
): Promise<void> {
  const transport = new DrainingTransport(stdin, stdout);
  const closed = new Promise<void>((resolve) => {
    stdout.once('close', resolve);
    const serving = serveStdio(({ era }) => createMcpServer(parts, { caller, era }), {
      transport,
      onerror: ({ message }) => parts.log(message),
    });
    const taken = transport.onclose;
    transport.onclose = () => {
      taken?.();
      resolve();
    };
    signal?.addEventListener('abort', () => serving.close().then(resolve), { once: true });
  });
  await closed;
}
