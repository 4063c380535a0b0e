import type { CommitOutcome } from '../../../act/tool.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { plural } from '../../../text/plural.ts';
import { tellCommit } from '../../act/told.ts';
import { actToolIn } from '../../act/tool.ts';
import { toolsOf, work as worked } from '../../act/worker.ts';
import { type Room, withSpeaker } from '../../ledger/conversation.ts';
import { keyOf } from '../../ledger/key.ts';
import { numberOption } from '../../ledger/number-option.ts';
import type { Call, Verb } from '../../verb.ts';

/** `work`: whatever was confirmed is committed. */
export const work: Verb = {
  name: 'work',
  group: 'Act',
  uses: 'conversation',
  summary: 'commit the statements of yours that were confirmed, the nearest exp first, and wait for more',
  about:
    'In every conversation of the principal, unless --conversation names one; nothing is prepared, confirmed or settled. Any ' +
    'number may work at once: each statement is claimed once. Told to stop (SIGTERM, SIGINT) it ends after the statement ' +
    'that is running. What came of each is told as commit tells it.',
  arguments: [],
  options: {
    wait: {
      value: 'SECONDS',
      about: 'wait so long for more once there is nothing; 0 unless given, 86400 at most',
    },
    limit: { value: 'N', about: 'end after so many statements' },
  },
  exits: {
    0: 'everything that it ran was executed as planned, or there was nothing',
    1: 'one was refused for good, or not executed',
    3: 'one is undecided, or something else than was planned was executed',
    4: 'one cannot run now',
  },
  example: {
    command: 'hearback work --key-file shop.key --ledger office.ledger',
    output: 'nothing to do',
  },
  run: (call) => {
    const wait = numberOption(call, 'wait', 0);
    if (wait > longest) throw new UsageError('usage/number', `--wait is at most ${longest} seconds`);
    const limit = numberOption(call, 'limit', Number.POSITIVE_INFINITY);
    return withSpeaker(call, (room) => workIn(call, room, { wait: wait * 1_000, limit }));
  },
};

const longest = 86_400;

async function workIn(
  call: Call,
  room: Room,
  bounds: { readonly wait: number; readonly limit: number },
): Promise<void> {
  const { store } = room.opened;
  const { ledgerClock } = call.world;
  const counts = new Map<CommitOutcome['outcome'], number>();
  const parts = {
    ...bounds,
    store,
    principal: room.handle.principal,
    toolIn: toolsIn(call, room),
    now: async () => ledgerClock?.() ?? (await store.now()),
    stop: call.world.stop(),
  };
  for await (const { outcome } of worked(parts)) {
    counts.set(outcome.outcome, (counts.get(outcome.outcome) ?? 0) + 1);
    tellCommit(call, outcome);
    await call.world.out.drained();
  }
  const told = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const text = all === 0 ? 'nothing to do' : `${plural(all, 'statement')}: ${told.join(', ')}`;
  if (!call.options.has('json')) call.world.err.write(`${text}\n`);
}

/** The conversation that is named, or each that the key opens. */
function toolsIn(call: Call, { opened, handle, environment }: Room): ReturnType<typeof toolsOf> {
  const key = keyOf(call, opened.found) as string; // withSpeaker has seen it
  const only = call.options.value('conversation');
  return toolsOf(
    async (conversation) => {
      if (conversation === handle.conversation) return handle;
      return only === undefined ? opened.ledger.connect(key, { conversation }) : null;
    },
    (one) => actToolIn({ opened, environment, handle: one }),
  );
}
