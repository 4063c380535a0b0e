import type { ProfileData } from '../vocabulary/profile-data.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** A profile as a page in Markdown: what people look up, where a legend is what a model reads. */
export function profilePage(vocabulary: Vocabulary): string {
  const { name, profile, hash } = vocabulary;
  if (profile === null) return coreNote;
  const parts = [
    [`# ${name}`, ...(profile.description === undefined ? [] : [prose(profile.description)])],
    [`Version \`${profile.version}\`, hash \`${hash}\`. A line under it says \`p=${name}\`.`],
    asks(vocabulary, profile),
    agents(profile),
    slots(profile),
    codes(profile),
    rules(profile),
    notes(profile),
  ];
  return `${parts.flat().join('\n\n')}\n`;
}

const coreNote = '# core\n\nWhat every line is read under: see the protocol.\n';

function asks(
  { exec, irreversible }: Vocabulary,
  { asks = {}, asks_used: used = [] }: ProfileData,
): readonly string[] {
  const rows = Object.entries(asks).map(([ask, desc]) => {
    const runs =
      exec
        .get(ask)
        ?.map((slot) => `\`${slot}\``)
        .join(' ') ?? '';
    return [`\`${ask}\``, prose(desc), runs, irreversible.has(ask) ? 'no' : 'yes'];
  });
  if (rows.length === 0) return [];
  const also = used.filter((ask) => !Object.hasOwn(asks, ask));
  const borrowed = also.length === 0 ? [] : [`Used too: ${also.map((ask) => `\`${ask}\``).join(' ')}.`];
  return ['## Asks', table(['ask', 'asks for', 'runs with', 'can be undone'], rows), ...borrowed];
}

function agents({ agents = [], roles = {} }: ProfileData): readonly string[] {
  if (agents.length === 0) return ['## Agents', 'Any name.'];
  const list = (words: readonly string[] = []): string => words.map((word) => `\`${word}\``).join(' ');
  const rows = agents.map((agent) => [`\`${agent}\``, list(roles[agent]?.gives), list(roles[agent]?.takes)]);
  return ['## Agents', table(['agent', 'gives', 'takes'], rows)];
}

function slots({ slots = [] }: ProfileData): readonly string[] {
  if (slots.length === 0) return [];
  const rows = slots.map(({ key, type, on, required, desc = '' }) => [
    `\`${key}\``,
    `\`${type}\``,
    `${on.join(' ')}${required === true ? ' (required)' : ''}`,
    prose(desc),
  ]);
  return ['## Slots', table(['slot', 'type', 'on', 'is'], rows)];
}

function codes({ enums = {}, answers = {} }: ProfileData): readonly string[] {
  const go = new Set(answers.go);
  return Object.entries(enums).flatMap(([name, all]) => {
    const rows = Object.entries(all).map(([code, desc]) => [
      `\`${code}\``,
      prose(desc) + (name === 'ans' && go.has(code) ? ' (means go)' : ''),
    ]);
    return [`## Codes of ${name}`, table(['code', 'means'], rows)];
  });
}

/** The rules, a sentence each. */
function rules(data: ProfileData): readonly string[] {
  const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');
  const sums = (data.sums ?? []).map(
    ({ total, parts }) => `\`${parts.join(' + ')}\` is \`${total}\`, exactly, where all are there.`,
  );
  const shapes = (data.shapes ?? []).map(
    ({ slot, forms }) => `\`${slot}\` is ${forms.map((form) => `\`${form}\``).join(' or ')}.`,
  );
  const together = (data.together ?? []).map(({ on, if: given, then }) =>
    given.length === 0
      ? `${on.join(' ')} carries ${code(then)}.`
      : `${on.join(' ')} with ${code(given)} carries ${code(then)}.`,
  );
  const positive = Object.entries(data.positive ?? {}).map(
    ([ask, of]) => `${code(of)} of \`${ask}\` is above zero.`,
  );
  const tails = (data.tail_on ?? []).map((type) => `${type} needs a tail.`);
  const once = (data.single_use ?? []).map((slot) => `A \`${slot}\` serves one act.`);
  const approval = data.approval === undefined ? [] : [`\`${data.approval}\` names the approval of an act.`];
  const all = [...sums, ...shapes, ...together, ...positive, ...tails, ...once, ...approval];
  return all.length === 0 ? [] : ['## Rules', all.map((rule) => `- ${rule}`).join('\n')];
}

function notes({ translation = {}, item_examples: examples = [] }: ProfileData): readonly string[] {
  const items =
    examples.length === 0 ? [] : [`Items look like ${examples.map((one) => `\`${one}\``).join(', ')}.`];
  const said = [...items, ...Object.values(translation).map(prose)];
  return said.length === 0 ? [] : ['## Notes', said.join('\n\n')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A profile's words in a page: nothing of them is markup. */
function prose(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
