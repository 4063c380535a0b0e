import { type ConfigAt, faultAt } from '../../../act/config/checked.ts';
import { checkedAt, readText } from '../../../act/config/read.ts';
import { memberPath } from '../../../text/json.ts';
import { policyForm, toolForms } from './form.ts';
import type { Approver, GuardedTool, OutcomeRow, Policy, SlotSource, ToolPolicy } from './policy.ts';

/** A policy with the places of its members, for what is found out about it later. */
export interface ReadPolicy {
  readonly policy: Policy;
  readonly at: ConfigAt;
}

/** Reads a policy strictly: throws UsageError `usage/config` that names the place, the fault and what to write. */
export function readPolicy(file: string, text: string): ReadPolicy {
  const { value, placeOf } = readText(file, text, policyForm);
  const at = { placeOf };
  const policy = value as Policy; // readText has seen every member but the tools
  assertApprover(policy.approver, '$.approver', at);
  const asks = new Map<string, string>();
  for (const [name, tool] of Object.entries(policy.tools)) assertTool(name, tool, asks, at);
  return { policy, at };
}

/** The tools that a policy guards, by name. */
export function guardedIn({ tools }: Policy): ReadonlyMap<string, GuardedTool> {
  const found = Object.entries(tools).filter((entry): entry is [string, GuardedTool] => isGuarded(entry[1]));
  return new Map(found);
}

/** What a policy says of a tool; undefined where it names none, whatever every object has. */
export function policyOf({ tools }: Policy, name: string): ToolPolicy | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}

export function isGuarded(tool: ToolPolicy | undefined): tool is GuardedTool {
  return typeof tool === 'object';
}

/** Where a member of a tool stands in the policy. */
export function placeOfTool(name: string): string {
  return memberPath('$.tools', name);
}

function assertTool(name: string, tool: ToolPolicy, asks: Map<string, string>, at: ConfigAt): void {
  const path = placeOfTool(name);
  if (!isGuarded(tool)) return checkedAt(toolForms.plain, tool, path, at);
  checkedAt(toolForms.guarded, tool, path, at);
  if (tool.approver !== undefined) assertApprover(tool.approver, `${path}.approver`, at);
  const other = asks.get(tool.ask);
  if (other !== undefined)
    throw faultAt(
      `${path}.ask`,
      `${tool.ask} is what ${other} is guarded by; give each tool an ask of its own`,
      at,
    );
  asks.set(tool.ask, name);
  for (const [slot, source] of Object.entries(tool.slots)) assertSource(source, `${path}.slots.${slot}`, at);
  for (const [row, { if: test }] of (tool.outcomes ?? []).entries())
    assertTest(test, `${path}.outcomes[${row}].if`, at);
  if (tool.approvals === true && (tool.extras ?? []).length > 0)
    throw faultAt(
      `${path}.extras`,
      'an approval says nothing of extras; map them, or take approvals out',
      at,
    );
  const places = [...tool.item.matchAll(/\{([^{}]*)\}/g)].map(([, place = '']) => place);
  const unknown = places.find((place) => place !== 'call' && !Object.hasOwn(tool.slots, place));
  if (unknown !== undefined)
    throw faultAt(`${path}.item`, `{${unknown}} is no slot of the tool; write {call} or one of them`, at);
  const missing = Object.keys(tool.reports ?? {}).find((slot) => !Object.hasOwn(tool.slots, slot));
  if (missing !== undefined)
    throw faultAt(`${path}.reports.${missing}`, `${missing} is no slot of the tool; report one of them`, at);
}

function assertApprover(approver: Approver, path: string, at: ConfigAt): void {
  const given = Object.keys(approver).sort().join(' ');
  if (given !== 'person' && given !== 'agent principal')
    throw faultAt(path, 'an approver is a person, or a principal with its agent; write one of the two', at);
}

function assertSource(source: SlotSource, path: string, at: ConfigAt): void {
  const given = Object.keys(source).sort();
  const isConstant = given.length === 1 && given[0] === 'constant';
  if (isConstant || ('argument' in source && 'as' in source && !('constant' in source))) return;
  throw faultAt(path, 'a slot is a constant, or an argument with as; write one of the two', at);
}

function assertTest(test: OutcomeRow['if'], path: string, at: ConfigAt): void {
  const given = Object.keys(test).sort().join(' ');
  const is = 'is' in test ? typeof test.is : 'boolean';
  const isTest = given === 'error' || given === 'isError' || given === 'at is';
  if (isTest && ['string', 'number', 'boolean'].includes(is)) return;
  throw faultAt(path, 'a test is error, isError, or at with is; write one of them', at);
}
