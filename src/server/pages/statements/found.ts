import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { StatementView } from '../../../act/tool.ts';
import { type ApprovalPolicy, peopleFor } from '../../../ledger/approval/policy.ts';
import type { EntryView, Handle } from '../../../ledger/ledger.ts';
import type { Handoff } from '../../../ledger/state.ts';
import type { Vocabulary } from '../../../vocabulary/vocabulary.ts';
import { type Env, handsOn, type ServerParts } from '../../env.ts';
import { callOf } from '../../questions/call.ts';
import { type Challenge, challengesOf } from '../../questions/challenge.ts';
import { statementAt } from '../open-acts.ts';

/** The server, and how many people its policy asks for an act: read once, when the server starts. */
export interface Desk {
  readonly parts: ServerParts;
  readonly policy: ApprovalPolicy | null;
}

/** A statement that the signed-in person may see, with what is needed to answer it. */
export interface FoundStatement {
  readonly handle: Handle;
  readonly statement: StatementView;
  readonly handoff: Handoff;
  /** The whole call of a guarded tool, as it was frozen: for its approver alone; null for all else. */
  readonly call: string | null;
  /** Why this person cannot answer here; null when the person can. */
  readonly against: string | null;
  /** Why the answer cannot be yes, though it can be no; null when it can. */
  readonly barred: string | null;
  /** The line that answered or ended it, with who sent it and when; null while there is none. */
  readonly ended: EntryView | null;
  readonly challenges: readonly Challenge[];
}

/** The statement that a path names; null where there is none for this person. */
export async function statementFound(desk: Desk, c: Context<Env>): Promise<FoundStatement | null> {
  const { parts } = desk;
  const handle = await handsOn(parts, c, c.req.param('conversation') ?? '');
  const statement = handle === null ? null : await statementAt(parts, handle, c.req.param('token') ?? '');
  if (handle === null || statement === null) return null;
  const shown = await handle.show(statement.handoff);
  const handoff = shown?.handoff ?? null;
  if (handoff === null) return null;
  const vocabulary = vocabularyFor(parts, handoff);
  const { item, values, artifacts } = callOf(statement);
  const call = namedBy(Object.keys(artifacts), (await handle.kept(handoff.id))?.call ?? null);
  const asked = {
    handle,
    statement,
    handoff,
    vocabulary,
    isWhole: call !== null || (statement.call !== '' && isNone(artifacts)),
  };
  const [against, barred] = [whyNot(desk, asked), whyNoYes(desk, asked)];
  const by = statement.confirmed?.answer ?? statement.abandoned?.by ?? null;
  const ended = by === null ? null : ((await handle.show(by))?.entry ?? null);
  const slots = Object.entries(values).map(([slot, value]) => ({
    ...{ slot, value, from: 'statement' as const, differs: [] },
    about: vocabulary?.slots.get(slot)?.desc ?? null,
  }));
  const beside = { beside: null, named: [] };
  const challenges = challengesOf({ slots, item, ...beside, vocabulary: vocabulary ?? parts.profiles.core });
  return { handle, statement, handoff, call, against, barred, ended, challenges };
}

/** SHA-256 of what was shown: another state, another call or another reason against it makes another page. */
export function seenOf({ statement, handoff, call, against, barred }: FoundStatement): string {
  const { token, state, sha256, exp } = statement;
  return sha256Of(JSON.stringify([token, state, sha256, exp, handoff.state, call, against, barred]));
}

/** The vocabulary that judged the handoff; null where that text of the profile is not here any more. */
function vocabularyFor({ profiles }: ServerParts, { profile }: Handoff): Vocabulary | null {
  if (profiles.core.hash === profile) return profiles.core;
  const name = profiles.names.find((one) => profiles.get(one)?.hash === profile);
  return (name === undefined ? undefined : profiles.get(name)) ?? null;
}

/** The text that was kept beside the handoff, where it is exactly what the statement runs with: anything else is not shown for it. */
function namedBy(references: readonly string[], text: string | null): string | null {
  return references.length === 1 && references[0] === `sha256:${sha256Of(text ?? '')}` ? text : null;
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function isNone(artifacts: Readonly<Record<string, string>>): boolean {
  return Object.keys(artifacts).length === 0;
}

interface Asked {
  readonly handle: Handle;
  readonly statement: StatementView;
  readonly handoff: Handoff;
  readonly vocabulary: Vocabulary | null;
  /** Whether everything that it runs with can be shown. */
  readonly isWhole: boolean;
}

function whyNot({ parts }: Desk, { handle, statement, handoff }: Asked): string | null {
  if (handoff.principal !== handle.principal)
    return `It is ${handoff.principal}’s to confirm, who handed it over.`;
  if (statement.state !== 'PREPARED') return `It is ${statement.state} by now.`;
  if (statement.exp !== null && parts.clock() >= statement.exp)
    return 'Its time has passed: it does not run.';
  return null;
}

/** What cannot be shown whole, and what one person is not enough for, nobody confirms here. */
function whyNoYes({ policy }: Desk, { statement, vocabulary, isWhole }: Asked): string | null {
  if (vocabulary === null)
    return 'The profile that judged it is not here: nobody can say what its values mean.';
  if (!isWhole)
    return 'It runs with something that cannot be shown whole here: only its hash is known, and nobody confirms a hash.';
  const { ask, values } = callOf(statement);
  const people = peopleFor(policy, { ask, values, vocabulary });
  if (people > 1)
    return `The policy asks ${people} people for it, and a statement is confirmed by one: ask for an approval first.`;
  return null;
}
