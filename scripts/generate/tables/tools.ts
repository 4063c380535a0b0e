import { z } from 'zod';
import { scopes } from '../../../src/mcp/scope.ts';
import type { Hints, Tool } from '../../../src/mcp/tool.ts';
import { tools } from '../../../src/mcp/tools/index.ts';

/** A section for each tool of MCP: what it is for, what it needs, what it takes, what it comes to. */
export function toolSections(): string {
  return tools.map(sectionOf).join('\n\n');
}

/** What a principal may be allowed to do. */
export function scopeTable(): string {
  const rows = Object.entries(scopes).map(([scope, means]) => `| \`${scope}\` | ${means} |`);
  return ['| scope | lets a caller |', '|---|---|', ...rows].join('\n');
}

function sectionOf({ name, about, scope, hints, isPure = false, input, output }: Tool): string {
  const rows = Object.entries(input.shape).map(([one, shape]) => argumentRow(one, shape as z.ZodType));
  const takes =
    rows.length === 0 ? 'It takes no arguments.' : ['| argument | |', '|---|---|', ...rows].join('\n');
  const says = [
    `Scope \`${scope}\``,
    ...(isPure ? ['works without a ledger'] : []),
    ...hintsOf(hints),
    `outcomes: ${outcomesOf(output).join(', ')}`,
  ];
  return [`### ${name}`, about, `${says.join(' · ')}.`, takes].join('\n\n');
}

function argumentRow(name: string, shape: z.ZodType): string {
  const isOptional = shape.safeParse(undefined).success;
  const { description = '' } = z.toJSONSchema(shape, { io: 'input' });
  return `| \`${name}\`${isOptional ? ', optional' : ''} | ${description.replaceAll('|', '\\|')} |`;
}

function hintsOf({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Hints): readonly string[] {
  return [
    readOnlyHint ? 'changes nothing' : 'writes',
    ...(destructiveHint ? ['destructive'] : []),
    ...(idempotentHint && !readOnlyHint ? ['idempotent'] : []),
    ...(openWorldHint ? ['reaches beyond the ledger'] : []),
  ];
}

function outcomesOf(output: Tool['output']): readonly string[] {
  const { properties = {} } = z.toJSONSchema(output, { io: 'output' });
  const { enum: codes = [] } = properties['outcome'] as { readonly enum?: readonly unknown[] };
  return codes.map((code) => `\`${code}\``);
}
