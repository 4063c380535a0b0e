import type { Option, Uses, Verb } from './verb.ts';

type Options = Readonly<Record<string, Option>>;

const profiles: Options = {
  profiles: { value: 'DIR', about: 'load the profiles (*.json) of a folder too', isMany: true },
  'replace-profiles': { about: 'let a profile of --profiles take the place of one with its name' },
};
const last: Options = {
  json: { about: 'one JSON object a result on standard output, everything else on standard error' },
  help: { about: 'show this' },
};

/** Options of the verbs that read or check lines. */
export const commonOptions: Options = {
  now: { value: 'T', about: 'judge as of T, YYYYMMDDTHHMMZ in UTC; the system clock unless given' },
  profile: { value: 'P', about: 'expect profile P: a line that names another is an error' },
  ...profiles,
  strict: { about: 'fail on warnings too' },
  format: { value: 'F', about: 'show findings as human (the default), line, json, github or sarif' },
  ...last,
};

const config: Options = {
  config: {
    value: 'FILE',
    about: 'the config file; else HEARBACK_CONFIG, else ./hearback.json if there is one',
  },
};

/** Where the ledger is. There is no --now: time is the ledger's own. */
export const whichLedger: Options = {
  ledger: { value: 'WHERE', about: 'a file, or postgres://…; else HEARBACK_LEDGER, else the config file' },
  ...config,
};
/** Options of the verbs that look after a whole ledger. */
export const ledgerOptions: Options = { ...whichLedger, ...profiles, ...last };

/** Which conversation, and who is asking. */
export const whoseConversation: Options = {
  conversation: { value: 'C', about: 'the conversation; else the config file’s, else main' },
  'key-file': {
    value: 'FILE',
    about:
      'the principal’s key, in a file that nobody else may read; else HEARBACK_KEY, else the config file’s keyFile',
  },
};

const shared: Readonly<Record<Uses, { readonly title: string; readonly options: Options }>> = {
  lines: { title: 'Options on every verb', options: commonOptions },
  ledger: { title: 'Options on every verb about a ledger', options: ledgerOptions },
  config: { title: 'Options on every verb of the config file', options: { ...config, ...profiles, ...last } },
  conversation: {
    title: 'Options on every verb in a conversation',
    options: { ...whichLedger, ...whoseConversation, ...profiles, ...last },
  },
};

/** The options that a verb shares with others of its kind. */
export function sharedOptions({ uses = 'lines' }: Pick<Verb, 'uses'>): Options {
  return shared[uses].options;
}

/** What help calls them. */
export function sharedTitle({ uses = 'lines' }: Pick<Verb, 'uses'>): string {
  return shared[uses].title;
}
