import type { Members } from './mapping/arguments.ts';
import { ownNames } from './told.ts';

const token = {
  type: 'object',
  properties: { token: { type: 'string', description: 'the token that the guarded tool gave' } },
  required: ['token'],
  additionalProperties: false,
} as const;

const answer = {
  type: 'object',
  properties: {
    outcome: { type: 'string' },
    message: { type: 'string' },
    next: { type: 'string', description: 'what to do next' },
    token: { type: 'string' },
    line: { type: 'string', description: 'the readback, or the report of what ran' },
  },
  required: ['outcome', 'message', 'next'],
} as const;

/** The tools of the guard itself, as a client is told of them. */
export const ownTools: readonly Members[] = [
  {
    name: ownNames.commit,
    title: 'Run a confirmed call',
    description:
      'Runs a call of a guarded tool that its approver has confirmed: exactly the arguments that were frozen, once. Before that it is refused. A repeat tells what came of the first run and runs nothing.',
    inputSchema: token,
    outputSchema: answer,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
  {
    name: ownNames.status,
    title: 'How a prepared call stands',
    description:
      'Tells whether a prepared call waits, is confirmed, ran, or has an unknown outcome. Runs nothing.',
    inputSchema: token,
    outputSchema: answer,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: ownNames.abandon,
    title: 'Discard a prepared call',
    description: 'Discards a prepared call that has not run, so that nobody has to decide about it any more.',
    inputSchema: token,
    outputSchema: answer,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
];

/** A guarded tool as a client is told of it: what it takes is the server's word, what it gives is the guard's. */
export function shownGuarded(definition: Members): Members {
  const { outputSchema: _, execution: __, description = '', ...rest } = definition;
  const said = typeof description === 'string' ? description : '';
  return {
    ...rest,
    description: `Guarded: a call runs nothing. It is prepared and has to be confirmed by somebody else; then ${ownNames.commit} runs it, once.\n\n${said}`,
    outputSchema: answer,
  };
}

/** A guarded tool that is not what was approved: nothing that its new definition says reaches a model. */
export function shownStopped(name: string): Members {
  return {
    name,
    description:
      'Stopped: its definition is not the one that was approved. A call is refused until a person approves it.',
    inputSchema: { type: 'object' },
  };
}
