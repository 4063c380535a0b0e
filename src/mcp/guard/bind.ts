import { type ConfigAt, faultAt } from '../../act/config/checked.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Handle, Ledger } from '../../ledger/ledger.ts';
import type { PrincipalView } from '../../ledger/principals/principals.ts';
import { seatOf } from '../../ledger/seat.ts';
import { nearest } from '../../text/nearest.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Caller } from '../caller.ts';
import { approvingOf, type GuardParts } from './parts.ts';
import type { Approver, GuardedTool, Policy } from './policy/policy.ts';
import { guardedIn, placeOfTool, type ReadPolicy } from './policy/read.ts';

/** What a guard is made of. */
export interface GuardOptions {
  readonly ledger: Ledger;
  readonly read: ReadPolicy;
  readonly caller: Caller;
  /** Which of the caller's agents the calls are; needed where it speaks as several. */
  readonly agent?: string;
  readonly console?: string | null;
  readonly log: (text: string) => void;
}

/**
 * Holds a policy against the ledger and its profile, before anything passes: throws UsageError with the place of what cannot
 * work, such as an approver that nobody is, or one that is the caller.
 */
export async function bind(options: GuardOptions): Promise<GuardParts> {
  const { ledger, read, caller, console: page = null, log } = options;
  const { policy, at } = read;
  const handle = await caller.handle();
  if (handle === null) throw new UsageError('usage/key', 'the caller’s key holds no more');
  const agent = agentOf(caller, options.agent);
  const vocabulary = vocabularyFor(policy, handle, at);
  const principals = await ledger.principals.list();
  const approvers: readonly (readonly [string, Approver])[] = [
    ['$.approver', policy.approver],
    ...[...guardedIn(policy)].flatMap(([name, { approver }]) =>
      approver === undefined ? [] : [[`${placeOfTool(name)}.approver`, approver] as const],
    ),
  ];
  for (const [path, approver] of approvers)
    assertApprover(approver, { principals, handle, agent, vocabulary }, path, at);
  for (const [name, tool] of guardedIn(policy)) assertSlots(tool, vocabulary, placeOfTool(name), at);
  return { ledger, policy, vocabulary, caller, agent, console: page, log };
}

function agentOf({ principal, agents }: Caller, wanted: string | undefined): string {
  const [only, second] = agents;
  if (wanted === undefined && only !== undefined && second === undefined) return only;
  if (wanted !== undefined && agents.includes(wanted)) return wanted;
  const names = agents.join(', ');
  throw new UsageError('usage/agent', `${principal} speaks as ${names}: name one of them with --agent`);
}

function vocabularyFor({ profile }: Policy, handle: Handle, at: ConfigAt): Vocabulary {
  const { profiles } = seatOf(handle).settings;
  const vocabulary = profiles.get(profile);
  if (vocabulary !== undefined) return vocabulary;
  const near = nearest(profile, profiles.names);
  const advice =
    near === undefined ? 'name its folder with --profiles or in the config file' : `did you mean ${near}?`;
  throw faultAt('$.profile', `there is no profile ${profile}; ${advice}`, at);
}

interface Known {
  readonly principals: readonly PrincipalView[];
  readonly handle: Handle;
  readonly agent: string;
  readonly vocabulary: Vocabulary;
}

function assertApprover(approver: Approver, known: Known, path: string, at: ConfigAt): void {
  const { owner, agent } = approvingOf(approver);
  const { principal: name, person = false } = owner;
  const found = known.principals.find(({ principal, revoked }) => principal === name && revoked === null);
  const refuse = (what: string): never => {
    throw faultAt(path, what, at);
  };
  if (found === undefined)
    return refuse(`the ledger has no principal ${name}; add it with hearback principal add`);
  if (found.person !== person)
    return refuse(
      person
        ? `${name} is no person; name it as principal with its agent`
        : `${name} is a person; name it as person`,
    );
  if (!found.agents.includes(agent))
    return refuse(`${name} does not speak as ${agent}; name one of its agents`);
  const { conversation } = known.handle;
  if (found.conversations !== null && !found.conversations.includes(conversation))
    return refuse(`${name} has no part in the conversation ${conversation}; name somebody who has`);
  if (name === known.handle.principal || agent === known.agent)
    return refuse(`${name} is the caller: it would approve its own calls; name somebody else`);
  const { agents } = known.vocabulary;
  const stranger = [agent, known.agent].find((one) => agents.size > 0 && one !== 'human' && !agents.has(one));
  if (stranger !== undefined)
    refuse(`the profile ${known.vocabulary.name} has no agent ${stranger}; use another profile`);
}

/** Each slot that the act runs with has a value, and each value a slot that a handoff takes. */
function assertSlots({ ask, slots }: GuardedTool, vocabulary: Vocabulary, path: string, at: ConfigAt): void {
  const exec = vocabulary.exec.get(ask) ?? [];
  if (exec.length === 0)
    throw faultAt(
      `${path}.ask`,
      `${vocabulary.name} has no execution slots for ${ask}; name an ask that acts`,
      at,
    );
  const missing = exec.find((slot) => !Object.hasOwn(slots, slot));
  if (missing !== undefined)
    throw faultAt(`${path}.slots`, `${ask} runs with ${missing}, which has no value here; map it`, at);
  const takes = vocabulary.types.get('HO')?.takes;
  const unknown = Object.keys(slots).find((slot) => takes?.has(slot) !== true);
  if (unknown !== undefined)
    throw faultAt(
      `${path}.slots.${unknown}`,
      `${unknown} is no slot of a handoff under ${vocabulary.name}; leave it out`,
      at,
    );
}
