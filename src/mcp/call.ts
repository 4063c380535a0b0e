import type { z } from 'zod';
import { shown } from '../text/shown.ts';
import { type Answer, refusal } from './answer.ts';
import { type Caller, strangers } from './caller.ts';
import { failureAnswer } from './failure.ts';
import type { McpParts } from './parts.ts';
import type { Scope } from './scope.ts';
import { type At, type Outcome, Refusing, type Tool } from './tool.ts';

/** Who calls, and what it may. */
export interface Calling {
  readonly parts: McpParts;
  readonly may: ReadonlySet<Scope>;
  readonly caller: Caller | null;
}

/** Calls a tool with what a model gave it. Never throws: what goes wrong is an answer that says what to do next. */
export async function callTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  at: At,
): Promise<Outcome> {
  if (!at.may.has(tool.scope)) return outOfScope(tool, at.may);
  const read = tool.input.safeParse(input);
  if (!read.success) return misused(tool, input, read.error);
  try {
    return await tool.run(read.data as never, at); // the tool's own schema has parsed it
  } catch (error) {
    return failureAnswer(error, at.parts.log);
  }
}

/** What the calls of a caller see. */
export function atOf({ parts, may, caller }: Calling): At {
  const handle = async () => {
    const found = (await caller?.handle()) ?? null;
    if (found !== null) return found;
    const why =
      caller === null
        ? refusal('no-ledger', 'This server has no ledger.', 'Give the line itself in place of an id.')
        : refusal(
            'unknown-key',
            `Refused: ${strangers['unknown-key']}.`,
            'Stop: tell the person who runs this agent.',
          );
    throw new Refusing(why);
  };
  return {
    ...{ parts, may, handle },
    reading: { profiles: parts.profiles },
    act: async () => parts.actTool(await handle()),
  };
}

function outOfScope({ name, scope }: Tool, may: ReadonlySet<Scope>): Answer {
  const has = may.size === 0 ? 'none' : [...may].join(', ');
  return refusal(
    'scope',
    `${name} needs the scope ${scope}; your key has ${has}.`,
    'Leave it to an agent that has the scope, or ask the person who runs this one.',
  );
}

/** The first thing that is wrong with the arguments, and what the tool takes. */
function misused(tool: Tool, given: unknown, { issues }: z.ZodError): Answer {
  const { name, input } = tool;
  const takes = Object.entries(input.shape).map(([one, shape]) => (isOptional(shape) ? `${one}?` : one));
  return refusal(
    'usage/arguments',
    `${name} ${faultOf(input, given, issues)}.`,
    `Call it again with ${takes.length === 0 ? 'no arguments' : takes.join(', ')}.`,
  );
}

function faultOf({ shape }: z.ZodObject, given: unknown, issues: z.ZodError['issues']): string {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown?.code === 'unrecognized_keys') return `takes no ${unknown.keys.map(shown).join(', ')}`;
  const has = new Set(Object.keys(given as object));
  const lacks = Object.entries(shape).filter(([one, type]) => !isOptional(type) && !has.has(one));
  if (lacks.length > 0) return `lacks ${lacks.map(([one]) => one).join(', ')}`;
  const [first] = issues;
  return `cannot take this ${shown(first?.path.join('.'))}: ${shown(first?.message)}`;
}

function isOptional(shape: unknown): boolean {
  return (shape as z.ZodType).safeParse(undefined).success;
}
