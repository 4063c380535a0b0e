import { jsonText } from '../../../diagnostic/render-json.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { loadProfile } from '../../../vocabulary/index.ts';
import { draftProfile } from '../../../vocabulary/profile-draft.ts';
import type { Vocabulary } from '../../../vocabulary/vocabulary.ts';
import type { Call, Verb } from '../../verb.ts';

/** `profile new`: a profile to start from. */
export const create: Verb = {
  name: 'profile new',
  group: 'Look up',
  summary: 'a profile to start from, valid as it is, with notes on what comes next',
  about: 'Redirect it into a file, change it, and let profile check tell you what is wrong with it.',
  arguments: [{ name: 'NAME', about: 'what lines will say in p=' }],
  options: {
    extends: { value: 'PROFILE', about: 'the profile that it adds to; the protocol alone unless given' },
    agent: { value: 'NAME', about: 'an agent that may speak; any may unless one is given', isMany: true },
    ask: { value: 'CODE=TEXT', about: 'an ask, and what it asks for', isMany: true },
    slot: {
      value: 'KEY=TYPE',
      about: 'a slot and its type: money, date, token, int:0-9, list:token …',
      isMany: true,
    },
    act: {
      value: 'CODE=SLOT,…',
      about: 'an ask that acts, and the slots that it runs with; --ask says what it asks for',
      isMany: true,
    },
  },
  example: {
    command: [
      'hearback profile new parcel --ask "SHIP=send one parcel" --slot cost=money --act SHIP=cost > parcel.json && \\',
      '  hearback profile check parcel.json',
    ].join('\n'),
    output: 'valid: profile parcel 1',
  },
  run: (call) => {
    const [name = ''] = call.words;
    const over = call.options.value('extends') ?? 'RW1';
    const asks = pairsOf(call, 'ask');
    const acts = new Map([...pairsOf(call, 'act')].map(([ask, slots]) => [ask, slots.split(',')]));
    checkActs(acts, asks, call.profiles.get(over) ?? call.profiles.core);
    const agents = call.options.values('agent');
    const draft = draftProfile({ name, over, agents, asks, slots: pairsOf(call, 'slot'), acts });
    const { profile, diagnostics } = loadProfile(draft, { over: call.profiles, beside: call.profiles });
    call.report.result({ diagnostics, json: { profile: draft }, product: profile && jsonText(draft, 2) });
  },
};

/** What acts is an ask: one of this profile, of the one that it adds to, or of the core. */
function checkActs(
  acts: ReadonlyMap<string, unknown>,
  asks: ReadonlyMap<string, unknown>,
  { enums }: Vocabulary,
): void {
  const missing = [...acts.keys()].find((ask) => !asks.has(ask) && enums.get('ask')?.has(ask) !== true);
  if (missing === undefined) return;
  const ask = escaped(missing);
  throw new UsageError('usage/option', `--act ${ask}=… needs the ask: add --ask "${ask}=what it asks for"`);
}

function pairsOf({ options }: Call, name: string): ReadonlyMap<string, string> {
  return new Map(
    options.values(name).map((word) => {
      const equals = word.indexOf('=');
      if (equals > 0) return [word.slice(0, equals), word.slice(equals + 1)];
      throw new UsageError('usage/option', `--${name} takes a name, = and what it is, not ${shown(word)}`);
    }),
  );
}
