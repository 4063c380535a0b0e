import type { Tool as Listed } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from './tool.ts';

const made = new Map<Tool, Listed>();

/** A tool as clients list it: its schemas as JSON Schema, and what it does to the world. */
export function listed(tool: Tool): Listed {
  const before = made.get(tool);
  if (before !== undefined) return before;
  const { name, title, about, hints, input, output } = tool;
  const one: Listed = {
    ...{ name, title, description: about },
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as Listed['inputSchema'],
    outputSchema: z.toJSONSchema(output, { io: 'output' }) as Listed['outputSchema'],
    annotations: { title, ...hints },
  };
  made.set(tool, one);
  return one;
}
