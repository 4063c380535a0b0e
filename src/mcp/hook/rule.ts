import type { ConfigAt } from '../../act/config/checked.ts';
import { faultAt } from '../../act/config/checked.ts';
import { memberPath } from '../../text/json.ts';
import type { JsonForm } from '../../vocabulary/json-form.ts';

/** Which tool calls are acts, and what they state of them: a member of `hook.rules` in the config file. */
export interface HookRule {
  /** The tool's name, or the beginning of one with a `*` behind it. */
  readonly tool: string;
  readonly ask: string;
  /** A shell command that has one of these anywhere is such an act; needed with `runs`. */
  readonly mentions?: readonly string[];
  /** The one command that is let through, with `{slot}` where a value stands. */
  readonly runs?: string;
  /** Of a tool with arguments: what each has to be, with `{slot}` where a value stands. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Execution slots that the call does not state, since the tool knows but one value. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Execution slots that the tool neither states nor decides. */
  readonly unstated?: readonly string[];
  /** Where the tool's answer, a JSON object, says what it did: slot by member. */
  readonly answers?: Readonly<Record<string, string>>;
}

const some: JsonForm = { is: 'text', test: (text) => text !== '', expected: 'a text that is not empty' };
const texts: JsonForm = { is: 'map', of: some };

/** The form of `hook` in the config file; `ask` is that of an ask. */
export function hookForm(ask: JsonForm): JsonForm {
  const rule: JsonForm = {
    is: 'object',
    keys: {
      tool: some,
      ask,
      mentions: { is: 'list', of: some, unique: true, needs: 'a text by which the command is known' },
      runs: some,
      arguments: { is: 'map', of: { is: 'text' } },
      fixed: texts,
      unstated: { is: 'list', of: some, unique: true },
      answers: texts,
    },
    required: ['tool', 'ask'],
  };
  return {
    is: 'object',
    keys: { rules: { is: 'list', of: rule, needs: 'a rule' } },
    required: ['rules'],
  };
}

/** Throws UsageError `usage/config` for rules that the form lets pass and that say nothing. */
export function assertRules(rules: readonly HookRule[], at: ConfigAt): void {
  for (const [index, rule] of rules.entries()) {
    const wrong = (what: string): never => {
      throw faultAt(memberPath(memberPath('$.hook', 'rules'), index), what, at);
    };
    const { runs, mentions, arguments: named, tool } = rule;
    if ((runs === undefined) === (named === undefined))
      wrong('a rule says what the command runs, or the arguments of the tool: one of the two');
    if ((runs === undefined) !== (mentions === undefined)) wrong('runs and mentions go together');
    if (tool.indexOf('*') >= 0 && tool.indexOf('*') !== tool.length - 1)
      wrong('in the name of a tool * stands at the end');
  }
}
