import { writeSync } from 'node:fs';
import type { CommitOutcome } from '../../../act/tool.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { after } from '../../../mcp/hook/after.ts';
import { before } from '../../../mcp/hook/before.ts';
import { type HookEvent, longestEvent, readEvent } from '../../../mcp/hook/event.ts';
import { rulesFor } from '../../../mcp/hook/match.ts';
import { configOf } from '../../config/read.ts';
import { textOf } from '../../input.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import type { Call, Verb } from '../../verb.ts';
import { hookDeskOf, hookRulesOf } from './desk.ts';

/** Well before the program stops waiting: a hook that is late does not block. */
const patience = 25_000;

/** `hook`: between an agent's program and its tools. */
export const hook: Verb = {
  name: 'hook',
  group: 'Beside an agent',
  uses: 'conversation',
  summary:
    'deny a guarded tool call that no confirmed statement covers, and record what came of one that is let through',
  about:
    'For Claude Code’s PreToolUse, PostToolUse and PostToolUseFailure: the event comes on standard input. It denies, or says ' +
    'nothing; it never allows and never asks. Whatever goes wrong in it blocks the call: exit code 2. It is a second fence: what ' +
    'must not run without it belongs behind an executor.',
  arguments: [],
  exits: {
    0: 'nothing to say, or a denial on standard output',
    2: 'the hook itself failed, and the call is blocked',
  },
  example: {
    before: [
      `printf '%s' '{"hook":{"rules":[{"tool":"Bash","ask":"DEPLOY","mentions":["deploy.sh"],"runs":"./deploy.sh {env} {ver}","unstated":["prev","apref"]}]},"executors":{"DEPLOY":{"kind":"tool-call","name":"shell"}}}' > hook.json`,
      `printf '%s' '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"./deploy.sh PROD 1.4.3"}}' > call.json`,
    ],
    command: 'hearback hook --config hook.json --key-file shop.key --ledger office.ledger < call.json',
    output:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"DEPLOY cannot be undone, and no confirmed statement covers this call. Have the work handed over (send), prepare it (prepare HANDOFF), and wait until its sender has confirmed."}}',
  },
  run: async (call) => {
    const watchdog = setTimeout(() => {
      writeSync(process.stderr.fd, 'hearback hook: the ledger did not answer in time; the call is blocked\n');
      process.exit(2);
    }, patience);
    try {
      await answer(call);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UsageError('usage/hook', `the call is blocked: ${why}`);
    } finally {
      clearTimeout(watchdog);
    }
  },
};

/** A call that no rule is about needs no ledger. */
async function answer(call: Call): Promise<void> {
  const event = readEvent(await inputOf(call));
  const rules = hookRulesOf(configOf(call));
  if (event.when === 'before' && rulesFor(rules, event).length === 0) return;
  const said = await withSpeaker(call, async (room) => {
    const desk = hookDeskOf(room);
    return event.when === 'before'
      ? denialOf(await before(desk, event))
      : recordOf(event, await after(desk, event));
  });
  if (said !== null) call.world.out.write(`${JSON.stringify({ hookSpecificOutput: said })}\n`);
}

function denialOf(verdict: Awaited<ReturnType<typeof before>>): object | null {
  if (verdict.verdict === 'pass') return null;
  return {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: verdict.reason,
  };
}

/** What the agent is told of the record of its call. */
function recordOf({ when }: HookEvent, outcome: CommitOutcome | null): object | null {
  if (outcome === null) return null;
  const hookEventName = when === 'after' ? 'PostToolUse' : 'PostToolUseFailure';
  const { message } = outcome;
  const more =
    outcome.outcome === 'executed'
      ? `\n${outcome.line}`
      : outcome.outcome === 'unknown'
        ? ` (${outcome.cause})`
        : '';
  return { hookEventName, additionalContext: `${message}${more}` };
}

async function inputOf({ world }: Call): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of world.stdin()) {
    size += chunk.length;
    if (size > longestEvent)
      throw new UsageError('usage/hook', `the event is longer than ${longestEvent} bytes`);
    chunks.push(Uint8Array.from(chunk));
  }
  return textOf(Buffer.concat(chunks), 'the event');
}
