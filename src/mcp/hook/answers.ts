import type { Found } from '../../act/executor.ts';
import { isObject } from '../../ledger/form.ts';
import { readJson } from '../../text/json.ts';
import type { HookEvent } from './event.ts';
import { longestEvent } from './event.ts';
import type { HookRule } from './rule.ts';
import { otherwise } from './states.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * What came of a call that was let through. A yes needs all of it: the call came back, it was the call that was let
 * through, and its answer is no error. Anything else is a no that is not final: it proves nothing, and a person is asked.
 */
export function cameOf(
  rule: HookRule,
  { input, response, when }: HookEvent,
  values: Readonly<Record<string, string>>,
): Found {
  const unsure = (reason: string): Found => ({ outcome: 'declined', final: false, reason });
  if (when === 'failed') return unsure('the tool call failed, which does not say that nothing was done');
  const other = otherwise(rule, input, values);
  if (other !== null) return unsure(`another call ran than was let through: ${other.because}`);
  const answer = membersOf(response);
  if (response === undefined || response === null) return unsure('the tool call came back without an answer');
  if (answer !== null && isError(answer))
    return unsure('the tool answered with an error, which does not say that nothing was done');
  if (answer !== null && goesOn(answer))
    return unsure('the call goes on in the background, and nobody tells what comes of it');
  const { answers = {} } = rule;
  const told: Record<string, unknown> = { ...values };
  for (const [slot, member] of Object.entries(answers)) {
    const said = valueIn(response, member);
    if (said === undefined) return unsure(`the tool’s answer has no ${member}, which says what was done`);
    told[slot] = said;
  }
  return { outcome: 'found', values: told };
}

function isError(answer: Members): boolean {
  if (answer['isError'] === true || answer['is_error'] === true || answer['interrupted'] === true)
    return true;
  const codes = [answer['exitCode'], answer['exit_code'], answer['code']];
  return codes.some((code) => typeof code === 'number' && code !== 0);
}

/** A program moves a command that takes too long to the background, and answers for it before it is done. */
function goesOn(answer: Members): boolean {
  const task = answer['backgroundTaskId'] ?? null;
  return task !== null || answer['status'] === 'running' || answer['status'] === 'async_launched';
}

/** A member of the tool's structured answer, or of the JSON object that it wrote. */
function valueIn(response: unknown, member: string): unknown {
  for (const object of objectsIn(response)) if (Object.hasOwn(object, member)) return object[member];
  return undefined;
}

function objectsIn(response: unknown): readonly Members[] {
  const outer = membersOf(response);
  const structured = membersOf(outer?.['structuredContent']);
  if (structured !== null) return [structured];
  const content: unknown = Array.isArray(response) ? response : outer?.['content'];
  const texts: readonly unknown[] = Array.isArray(content)
    ? content.map((part: unknown) => membersOf(part)?.['text'])
    : [outer?.['stdout'], response];
  const written = texts.flatMap((text) => {
    const object = typeof text === 'string' ? objectOf(text) : null;
    return object === null ? [] : [object];
  });
  return written.length > 0 || outer === null ? written : [outer];
}

function objectOf(text: string): Members | null {
  const { value, faults } = readJson(text, { longest: longestEvent });
  return faults.length > 0 ? null : membersOf(value);
}

function membersOf(value: unknown): Members | null {
  return isObject(value) ? value : null;
}
