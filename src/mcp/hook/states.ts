import { canonicalJson } from '../../text/canonical-json.ts';
import type { HookRule } from './rule.ts';
import { templateOf } from './template.ts';

type Values = Readonly<Record<string, string>>;
type Input = Readonly<Record<string, unknown>>;

/** Why a call does not state what a statement has frozen: a full sentence. */
export interface Otherwise {
  readonly because: string;
}

/** Null when the call states exactly these values: no more, no less, and no other. */
export function otherwise(rule: HookRule, input: Input, values: Values): Otherwise | null {
  const unsaid = unsaidBy(rule, values);
  if (unsaid !== null) return { because: unsaid };
  return rule.runs === undefined
    ? otherArguments(rule.arguments ?? {}, input, values)
    : otherCommand(rule.runs, input, values);
}

/** The call that runs these values, as an agent makes it; null when the rule cannot say them. */
export function callFor(rule: HookRule, values: Values): string | null {
  if (rule.runs !== undefined) return commandFor(rule.runs, values);
  const filled = Object.entries(rule.arguments ?? {}).map(
    ([name, text]) => [name, templateOf(text).fill(values)] as const,
  );
  return filled.some(([, text]) => text === null) ? null : canonicalJson(Object.fromEntries(filled));
}

/** The slots that a rule says nothing of: no call by it covers a statement that has one of them. */
export function forgottenBy(rule: HookRule, slots: readonly string[]): readonly string[] {
  const { fixed = {}, unstated = [] } = rule;
  const said = new Set([...slotsInCall(rule), ...unstated, ...Object.keys(fixed)]);
  return slots.filter((slot) => !said.has(slot));
}

function slotsInCall({ runs, arguments: named = {} }: HookRule): ReadonlySet<string> {
  return new Set([...Object.values(named), runs ?? ''].flatMap((text) => templateOf(text).slots));
}

/** A frozen value that the call neither states nor is allowed to leave out. */
function unsaidBy(rule: HookRule, values: Values): string | null {
  const { fixed = {}, unstated = [] } = rule;
  const said = slotsInCall(rule);
  for (const [slot, value] of Object.entries(values)) {
    if (said.has(slot) || unstated.includes(slot)) continue;
    if (!Object.hasOwn(fixed, slot))
      return `the rule says nothing of ${slot}: put it into the call, or under fixed or unstated`;
    if (fixed[slot] !== value) return `${slot} is ${value}, and this tool knows only ${fixed[slot]}`;
  }
  return null;
}

/** What a shell takes as it stands: no blank, no quote, no expansion (`=ls` is one), nothing that looks like an option. */
const inert = /^[A-Za-z0-9_.,:/@%+][A-Za-z0-9_.,:/@%+=-]*$/;

function commandFor(runs: string, values: Values): string | null {
  const { slots, fill } = templateOf(runs);
  return slots.every((slot) => inert.test(values[slot] ?? '')) ? fill(values) : null;
}

function otherCommand(runs: string, input: Input, values: Values): Otherwise | null {
  const wanted = commandFor(runs, values);
  if (wanted === null)
    return { because: 'a value of the statement is missing from it, or would be read by the shell' };
  const { command, ...more } = input;
  if (typeof command !== 'string' || command.replaceAll(around, '') !== wanted)
    return { because: `the command has to be exactly: ${wanted}` };
  const stray = Object.keys(more).find((name) => !idle.includes(name));
  return stray === undefined ? null : { because: `the call says ${stray} too, which no rule has` };
}

/** What a shell leaves out around a command; any other blank is part of a word. */
const around = /^[ \t\n]+|[ \t\n]+$/g;

/** What else a shell call says without changing what it runs. */
const idle: readonly string[] = ['description', 'timeout'];

function otherArguments(
  named: Readonly<Record<string, string>>,
  input: Input,
  values: Values,
): Otherwise | null {
  const stray = Object.keys(input).find((name) => !Object.hasOwn(named, name));
  if (stray !== undefined) return { because: `the argument ${stray} is in no rule` };
  for (const [name, text] of Object.entries(named)) {
    const wanted = templateOf(text).fill(values);
    if (wanted === null) return { because: `the statement has no value for ${name}` };
    if (!Object.hasOwn(input, name)) return { because: `the argument ${name} is missing: ${wanted}` };
    if (!isSame(input[name], wanted)) return { because: `the argument ${name} has to be ${wanted}` };
  }
  return null;
}

/** Texts are compared as they are, numbers by what they are worth, true and false with Y and N too. */
function isSame(given: unknown, wanted: string): boolean {
  if (typeof given === 'string') return given === wanted;
  if (typeof given === 'number')
    return worth(String(given)) !== null && worth(String(given)) === worth(wanted);
  if (typeof given === 'boolean') return wanted === String(given) || wanted === (given ? 'Y' : 'N');
  return false;
}

/** A plain decimal without zeros that say nothing; null for anything else. */
function worth(text: string): string | null {
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return null;
  const [whole = '', part = ''] = text.split('.');
  const cut = part.replace(/0+$/, '');
  const short = whole.replace(/^(-?)0+(?=\d)/, '$1');
  return cut === '' ? short : `${short}.${cut}`;
}
