import { createHash } from 'node:crypto';
import { SourceError } from '../../act/records/source-error.ts';
import { written } from '../../codec/value.ts';
import { valuesOf } from '../../ledger/approval/approved.ts';
import type { Asked } from '../../ledger/approval/asked.ts';
import { type ApprovalPolicy, approvalPolicyName, peopleFor } from '../../ledger/approval/policy.ts';
import { shownIn } from '../../ledger/approval/shown.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { shown } from '../../text/shown.ts';
import type { Records } from '../env.ts';
import { type Evidences, type EvidenceTold, evidenceOf } from './evidence.ts';

/** What a record says of the act of a question; null where none says anything, or it is about no handoff. */
export type Beside =
  | { readonly outcome: 'read'; readonly values: Readonly<Record<string, string>> }
  /** `isSilent`: it was read, and has nothing for this handoff. */
  | { readonly outcome: 'unread'; readonly because: string; readonly isSilent: boolean }
  | null;

/** A question with all that a person is shown of it. */
export interface Subject {
  readonly asked: Asked;
  readonly beside: Beside;
  readonly evidence: EvidenceTold;
  /** How many people have to say go. */
  readonly needed: number;
  /** SHA-256 of all of it: a form is good for what was shown and nothing else. */
  readonly seen: string;
}

/** What stands beside the ledger when a person decides. */
export interface Surroundings {
  readonly records?: Records;
  readonly evidence: Evidences;
  readonly policy: ApprovalPolicy | null;
}

/** Gathers what a person is shown of a question. Never throws for what a record or a document says, or does. */
export async function subjectOf(handle: Handle, asked: Asked, around: Surroundings): Promise<Subject> {
  const beside = await besideOf(handle, asked, around.records);
  const evidence = await evidenceOf(handle, asked, around.evidence);
  const { ask, isAct, vocabulary } = asked;
  const needed = isAct
    ? peopleFor(around.policy, { ask: ask as string, values: valuesOf(asked), vocabulary })
    : 1; // an act has its ask
  const policy = around.policy === null ? null : approvalPolicyName(around.policy);
  const seen = sha256Of(canonicalJson({ ledger: shownIn(asked), beside, evidence, needed, policy }));
  return { asked, beside, evidence, needed, seen };
}

async function besideOf(handle: Handle, { ho }: Asked, records: Records | undefined): Promise<Beside> {
  if (records === undefined || ho === null) return null;
  try {
    const values = Object.entries(await records(handle)(ho));
    if (values.length === 0) return null;
    return {
      outcome: 'read',
      values: Object.fromEntries(values.map(([slot, value]) => [slot, written(value)])),
    };
  } catch (error) {
    const isSilent = error instanceof SourceError && error.code === 'source/missing';
    return { outcome: 'unread', because: shown(error instanceof Error ? error.message : error), isSilent };
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
