import { coveredCalls } from '../../../mcp/hook/before.ts';
import type { HookRule } from '../../../mcp/hook/rule.ts';
import { forgottenBy } from '../../../mcp/hook/states.ts';
import { escaped } from '../../../text/shown.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';
import { hookDeskOf } from './desk.ts';

/** `hook check`: what the hook would do. */
export const check: Verb = {
  name: 'hook check',
  group: 'Beside an agent',
  uses: 'conversation',
  summary: 'which tool calls are guarded, and which would be let through now',
  arguments: [],
  exits: {
    0: 'every rule can be kept',
    1: 'an ask has no executor of kind tool-call, or a rule forgets a slot',
  },
  example: {
    command: 'hearback hook check --config hook.json --key-file shop.key --ledger office.ledger',
    output: 'guarded  DEPLOY: Bash that mentions deploy.sh\nnothing would be let through now',
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const desk = hookDeskOf(room);
      const lacking = desk.rules.filter(({ ask }) => desk.executorOf(ask) === null).map(({ ask }) => ask);
      const forgetful = desk.rules.flatMap((rule) => forgetfulIn(call, rule));
      const covered = await coveredCalls(desk);
      tell(call, {
        json: { rules: desk.rules, lacking, forgetful, covered },
        text: [
          ...desk.rules.map((rule) => `guarded  ${escaped(ruleText(rule))}`),
          ...lacking.map(
            (ask) =>
              `FAILS    ${ask} has no executor of kind tool-call in the config file: every call of it is denied`,
          ),
          ...forgetful.map(
            ({ ask, tool, slots }) =>
              `FAILS    ${escaped(`${ask}: ${tool}`)}: every call of it is denied, for the rule says nothing of ${slots.join(', ')}: put each into the call, or under fixed or unstated`,
          ),
          ...(covered.length === 0 ? ['nothing would be let through now'] : []),
          ...covered.map(
            ({ tool, call: text, token }) => `passes   ${escaped(`${tool}: ${text}  (${token})`)}`,
          ),
        ].join('\n'),
        exit: lacking.length + forgetful.length === 0 ? 0 : 1,
      });
    }),
};

/** The execution slots that a rule forgets under every profile that acts by its ask; none where one profile is satisfied. */
function forgetfulIn(
  { profiles }: Call,
  rule: HookRule,
): readonly { readonly ask: string; readonly tool: string; readonly slots: readonly string[] }[] {
  const { ask, tool } = rule;
  const byProfile = profiles.names.flatMap((name) => {
    const slots = profiles.get(name)?.exec.get(ask);
    return slots === undefined ? [] : [forgottenBy(rule, slots)];
  });
  const [slots] = byProfile;
  return slots === undefined || byProfile.some(({ length }) => length === 0) ? [] : [{ ask, tool, slots }];
}

function ruleText({ ask, tool, mentions }: HookRule): string {
  return `${ask}: ${tool}${mentions === undefined ? '' : ` that mentions ${mentions.join(' or ')}`}`;
}
