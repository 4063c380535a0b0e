import type { Answer, Attempt, Executor } from '../../act/executor.ts';
import { readGiven } from '../../codec/given.ts';
import { sameValue } from '../../codec/value.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type Members, mapped } from './mapping/arguments.ts';
import { type Frozen, thaw } from './mapping/frozen.ts';
import { answerOf, type Reply } from './outcome.ts';
import { executorName, type GuardParts, timeoutOf } from './parts.ts';
import type { GuardedTool } from './policy/policy.ts';
import type { Upstream } from './wire/upstream.ts';

/** What one run of a guarded tool needs besides its statement. */
export interface Running {
  readonly parts: Pick<GuardParts, 'policy' | 'vocabulary'>;
  readonly upstream: Upstream;
  readonly name: string;
  readonly tool: GuardedTool;
  /** The frozen call. */
  readonly text: string;
  /** What the protocol wants to stand beside every request, and where progress is told. */
  readonly meta: Members;
  /** Hears what the server answered. */
  readonly heard: (reply: Reply) => void;
}

/**
 * Runs a tool of the guarded server, once, with exactly the arguments that were frozen. It knows no key and cannot be
 * looked up: whatever is no clear answer is unknown, and nothing is sent again.
 */
export function toolExecutor(running: Running): Executor {
  const { parts, upstream, tool } = running;
  return {
    name: executorName(parts.policy),
    timeout: timeoutOf(parts.policy, tool),
    ready: () => (upstream.isUp ? null : 'the guarded server is not running'),
    run: (attempt) => run(running, attempt),
  };
}

/** The executor of statements that cannot be run here, to look at them and to ask a person about them. */
export function idleExecutor({ policy }: Pick<GuardParts, 'policy'>): Executor {
  return {
    name: executorName(policy),
    timeout: 1_000,
    ready: () => 'the guarded server is not asked for this',
    run: async () => ({ outcome: 'declined', final: false, reason: 'nothing was sent' }),
  };
}

async function run(running: Running, { call }: Attempt): Promise<Answer> {
  const { parts, upstream, name, tool, meta, heard } = running;
  const frozen = frozenIn(running, call.artifacts);
  if (frozen === null) return unsent('the arguments are not those that were frozen');
  const { values, faults } = mapped(tool, frozen.arguments);
  const [fault] = faults;
  if (fault !== undefined) return unsent(`by the policy as it is now ${fault}`);
  if (!isSame(parts.vocabulary, values, call.values))
    return unsent('by the policy as it is now the arguments say otherwise than the statement');
  if (!upstream.isUp) return unsent('the guarded server is not running');
  const sent = {
    name,
    arguments: frozen.arguments,
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
  const reply = await upstream.request('tools/call', sent);
  heard(reply);
  return answerOf(tool, values, reply);
}

/** The call behind the reference that the statement names; null where it is not that. */
function frozenIn({ text }: Running, artifacts: Readonly<Record<string, string>>): Frozen | null {
  const [reference, ...more] = Object.keys(artifacts);
  return reference === undefined || more.length > 0 ? null : thaw(text, reference);
}

/** Whether the arguments give each value that the statement runs with. */
function isSame(
  vocabulary: Vocabulary,
  given: Readonly<Record<string, string>>,
  frozen: Readonly<Record<string, string>>,
): boolean {
  const own = readGiven(given, vocabulary).values;
  const { values, faults } = readGiven(frozen, vocabulary);
  if (faults.length > 0) return false;
  return [...values].every(([slot, value]) => {
    const one = own.get(slot);
    return one !== undefined && sameValue(one, value);
  });
}

/** Nothing was sent, and this is the only attempt: the statement ends without an act. */
function unsent(reason: string): Answer {
  return { outcome: 'declined', final: false, reason };
}
