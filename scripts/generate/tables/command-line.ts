import { exitsIn, exitsOfLedger, usageOf } from '../../../src/cli/help.ts';
import { commonOptions, ledgerOptions, whoseConversation } from '../../../src/cli/shared-options.ts';
import { groups, type Option, type Verb } from '../../../src/cli/verb.ts';
import { allVerbs } from '../../../src/cli/verbs.ts';

/** A section for each verb of the command line, from what its --help says. */
export async function verbSections(): Promise<string> {
  const verbs = await allVerbs();
  return groups
    .flatMap((group) => [`## ${group}`, ...verbs.filter((verb) => verb.group === group).map(section)])
    .join('\n\n');
}

/** A table of the options that every verb takes which reads or checks lines. */
export function commonOptionRows(): string {
  return table('option', Object.entries(commonOptions).map(optionRow));
}

/** A table of the options that every verb of a ledger takes. */
export function ledgerOptionRows(): string {
  return table('option', Object.entries(ledgerOptions).map(optionRow));
}

/** A table of those that verbs in a conversation take besides. */
export function conversationOptionRows(): string {
  return table('option', Object.entries(whoseConversation).map(optionRow));
}

/** A table of how the verbs of a ledger end. */
export function ledgerExitRows(): string {
  return table('exit code', Object.entries(exitsOfLedger));
}

function section(verb: Verb): string {
  const { name, summary, about, arguments: words, options = {}, exits = {}, example } = verb;
  const exitRows = exitsIn(exits);
  const { before = [] } = example;
  const ended = example.exit ? `\n(exit code ${example.exit})` : '';
  return [
    `### ${name}`,
    `${capital(summary)}.${about === undefined ? '' : ` ${about}`}`,
    `\`${usageOf(verb)}\``,
    ...(words.length === 0
      ? []
      : [
          table(
            'argument',
            words.map(({ name: word, about: what }) => [`\`${word}\``, what]),
          ),
        ]),
    ...(Object.keys(options).length === 0 ? [] : [table('option', Object.entries(options).map(optionRow))]),
    ...(exitRows.length === 0 ? [] : [table('exit code', exitRows)]),
    `\`\`\`sh\n${[...before, example.command].map((one) => `$ ${one}`).join('\n')}\n${example.output}${ended}\n\`\`\``,
  ].join('\n\n');
}

function optionRow([flag, { value, about, isMany }]: [string, Option]): readonly [string, string] {
  return [
    `\`--${flag}${value === undefined ? '' : ` ${value}`}\``,
    isMany ? `${about}; may be repeated` : about,
  ];
}

function table(head: string, rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(([name, about]) => `| ${name} | ${about.replaceAll('|', '\\|')} |`);
  return [`| ${head} | |`, '|---|---|', ...cells].join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
