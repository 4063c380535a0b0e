import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const done = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** Whether it is told, by the script of its folder, to pay and to say nothing of it yet. */
function isHeld(folder: string): boolean {
  const file = `${folder}/script.json`;
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).pay === 'held';
}

/**
 * A server on the SDK, which speaks 2025-11-25 and 2026-07-28: it pays, says what is left, tells of its progress, and has
 * another tool once it is told to grow. Every payment is written into a file.
 */
export function bothErasServer(folder: string): McpServer {
  const server = new McpServer(
    { name: 'both', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.registerTool(
    'pay',
    {
      description: 'pays somebody',
      inputSchema: z.object({ to: z.string(), amount: z.number() }),
      annotations: { destructiveHint: true },
    },
    async (given) => {
      appendFileSync(`${folder}/paid.jsonl`, `${JSON.stringify(given)}\n`);
      while (isHeld(folder)) await sleep(20);
      return done('paid');
    },
  );
  const reads = { annotations: { readOnlyHint: true } };
  server.registerTool('balance', { ...reads, inputSchema: z.object({ of: z.string() }) }, async ({ of }) => {
    await sleep(20);
    return done(`the balance of ${of}`);
  });
  server.registerTool(
    'count',
    { ...reads, inputSchema: z.object({ to: z.number() }) },
    async ({ to }, ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken;
      for (let progress = 1; progress <= to && progressToken !== undefined; progress++)
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: to },
        });
      return done(`counted to ${to}`);
    },
  );
  server.registerTool('grow', { ...reads, inputSchema: z.object({}) }, async () => {
    server.registerTool('look', { ...reads, inputSchema: z.object({}) }, async () => done('looked'));
    return done('grown');
  });
  return server;
}
