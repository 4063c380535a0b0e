import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../text/canonical-json.ts';
import type { Members } from './arguments.ts';

/** A call of a guarded tool, whole: what is hashed, shown to the approver and run. */
export interface Frozen {
  /** The policy's name for the server. */
  readonly server: string;
  readonly tool: string;
  /** The definition of the tool that it was approved under. */
  readonly pin: string;
  readonly arguments: Members;
}

/** The exact text of a call, and the reference by which its handoff names it in art=. */
export function freeze(call: Frozen): { readonly text: string; readonly reference: string } {
  const text = canonicalJson(call);
  return { text, reference: referenceOf(text) };
}

/** The call again; null for a text that is not what a reference names. */
export function thaw(text: string, reference: string): Frozen | null {
  return referenceOf(text) === reference ? (JSON.parse(text) as Frozen) : null;
}

/** The pin of a tool: SHA-256 of its whole definition, as the server gives it. */
export function pinOf(definition: unknown): string {
  return referenceOf(canonicalJson(definition));
}

function referenceOf(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}
