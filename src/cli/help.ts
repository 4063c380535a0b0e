import { sharedOptions, sharedTitle } from './shared-options.ts';
import { type Argument, groups, type Option, type Uses, type Verb } from './verb.ts';
import { families } from './verbs.ts';

const width = 100;

/** The first screen: what this is, the verbs in their groups, one exchange. */
export function overview(verbs: readonly Verb[]): string {
  const longest = Math.max(...verbs.map(({ name }) => headOf(name).length));
  const lists = groups.flatMap((group) => {
    const own = verbs.filter((verb) => verb.group === group);
    const heads = new Set(own.map(({ name }) => headOf(name)));
    const members = [...heads].map((head) => `  ${head.padEnd(longest)}  ${summaryOf(head, own)}`);
    return members.length === 0 ? [] : [[group, ...members].join('\n')];
  });
  const shownVerb = verbs.find(({ name }) => name === 'check-rb');
  return `${[
    "hearback: the sender's half of a readback, checked by code before an agent does what cannot be undone.",
    'Usage: hearback <verb> [arguments] [options]',
    ...lists,
    ...(shownVerb === undefined ? [] : [example(shownVerb)]),
    'A line argument may be - (standard input) or @file.  hearback <verb> --help says more.\n' +
      'Exit code: 0 passes or is done, 1 a problem or refused, 2 wrong usage, 3 somebody has to decide, 4 not now.',
  ].join('\n\n')}\n`;
}

function headOf(name: string): string {
  return name.split(' ', 1)[0] as string;
}

function summaryOf(head: string, verbs: readonly Verb[]): string {
  const verb = verbs.find(({ name }) => name === head);
  const members = verbs.flatMap(({ name }) =>
    name !== head && headOf(name) === head ? name.slice(head.length + 1) : [],
  );
  if (verb !== undefined)
    return members.length === 0 ? verb.summary : `${verb.summary} (also: ${members.join(' ')})`;
  return `${families.get(head)}: ${members.join(' ')}`;
}

/** The help of a family: its verbs. */
export function familyHelp(family: string, verbs: readonly Verb[]): string {
  const members = membersOf(family, verbs);
  return `${[
    `hearback ${family}: ${families.get(family)}`,
    memberRows(members),
    `hearback ${members[0]?.name ?? family} --help says more.`,
  ].join('\n\n')}\n`;
}

function membersOf(family: string, verbs: readonly Verb[]): readonly Verb[] {
  return verbs.filter(({ name }) => name !== family && headOf(name) === family);
}

function memberRows(members: readonly Verb[]): string {
  return rows(members.map(({ name, summary }) => [name, summary]));
}

/** The help of one verb: arguments, options, exit codes, its members among `verbs`, and an example with its real output. */
export function helpOf(verb: Verb, verbs: readonly Verb[] = []): string {
  const members = membersOf(verb.name, verbs);
  const own = Object.entries(verb.options ?? {});
  const sections = [
    `hearback ${verb.name}: ${verb.summary}`,
    `Usage: ${usageOf(verb)}`,
    ...(verb.about === undefined ? [] : [wrapped(verb.about, 0)]),
    ...(members.length === 0 ? [] : [`Verbs beside it\n${memberRows(members)}`]),
    ...(verb.arguments.length === 0 ? [] : [`Arguments\n${rows(verb.arguments.map(argumentRow))}`]),
    ...(own.length === 0 ? [] : [`Options\n${rows(own.map(optionRow))}`]),
    `${sharedTitle(verb)}\n${rows(Object.entries(sharedOptions(verb)).map(optionRow))}`,
    `Exit code\n${rows(exitRows(verb))}`,
    example(verb),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** How a verb is called, in one row. */
export function usageOf({ name, arguments: expected, options = {} }: Verb): string {
  const words = expected.map(({ name: word, isMany, isOptional }) => {
    const shown = `${word}${isMany ? '…' : ''}`;
    return isOptional ? `[${shown}]` : shown;
  });
  const flags = Object.entries(options).map(([flag, { value, isRequired }]) => {
    const shown = `--${flag}${value === undefined ? '' : ` ${value}`}`;
    return isRequired ? shown : `[${shown}]`;
  });
  return ['hearback', name, ...words, ...flags].join(' ');
}

function argumentRow({ name, about }: Argument): readonly [string, string] {
  return [name, about];
}

function optionRow([flag, { value, about, isMany }]: [string, Option]): readonly [string, string] {
  return [`--${flag}${value === undefined ? '' : ` ${value}`}`, isMany ? `${about}; may be repeated` : about];
}

function exitRows({ uses = 'lines', exits = {} }: Verb): readonly (readonly [string, string])[] {
  return exitsIn({ ...exitsByUse[uses], ...exits });
}

/** The codes with which a verb ends, with what each means: none that it never ends with. */
export function exitsIn(exits: NonNullable<Verb['exits']>): readonly (readonly [string, string])[] {
  return Object.entries(exits).filter((row): row is [string, string] => row[1] !== null);
}

/** How a verb that judges lines may end. */
export const exitsOfChecks: Readonly<Record<number, string>> = {
  0: 'passes',
  1: 'a problem, an invalid line, or the wrong type of message',
  2: 'wrong usage, an unreadable record or clock included',
};

/** How a verb that works with a ledger may end (act.md 9). */
export const exitsOfLedger: Readonly<Record<number, string>> = {
  0: 'done; a repeat too',
  1: 'refused for good, or a problem was found',
  2: 'wrong usage, an unreadable config file or key included',
  3: 'undecided: a look-up or a person has to settle it',
  4: 'not now: nothing was executed, and the same call may succeed later',
};

/** How a verb may end that looks at files alone. */
const exitsOfConfig: Readonly<Record<number, string>> = {
  0: 'done; a repeat too',
  1: 'refused, or a problem was found',
  2: 'wrong usage, an unreadable config file included',
};

const exitsByUse: Readonly<Record<Uses, Readonly<Record<number, string>>>> = {
  lines: exitsOfChecks,
  ledger: exitsOfLedger,
  conversation: exitsOfLedger,
  config: exitsOfConfig,
};

function rows(entries: readonly (readonly [string, string])[]): string {
  const longest = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, about]) => `  ${name.padEnd(longest)}  ${wrapped(about, longest + 4)}`)
    .join('\n');
}

function example({ example: { command, output, exit = 0 } }: Verb): string {
  const lines = output === '' ? [] : output.replace(/\n$/, '').split('\n');
  const code = exit === 0 ? '' : `\n  (exit code ${exit})`;
  const all = [...`$ ${command}`.split('\n'), ...lines];
  return `Example\n${all.map((line) => `  ${line}`.trimEnd()).join('\n')}${code}`;
}

/** Text broken at blanks so that it fits the screen behind an indent. */
export function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last !== '' && indent + last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
