import { resolve } from 'node:path';
import type { JsonForm } from '../../vocabulary/json-form.ts';
import { assertCapable } from '../capabilities.ts';
import type { Executor } from '../executor.ts';
import { type CommandOptions, commandExecutor } from '../executors/command.ts';
import { httpExecutor } from '../executors/http.ts';
import type { HttpOptions } from '../executors/http-options.ts';
import { toolCallExecutor } from '../executors/tool-call.ts';
import { type ConfigAt, madeAt, ofKind } from './checked.ts';
import {
  anything,
  bytes,
  capabilities,
  flag,
  milliseconds,
  object,
  place,
  seconds,
  some,
  texts,
  word,
} from './forms.ts';
import { assertPlaces } from './places.ts';

const status: JsonForm = { is: 'integer', least: 100, most: 599 };
const refusal = object(
  {
    status,
    where: object({ member: some, is: anything }, 'member', 'is'),
    final: flag,
    retry: flag,
    mismatch: flag,
  },
  'status',
);

/** The forms of an executor's config data, by its kind. */
const forms = {
  command: object(
    {
      kind: word('command'),
      name: some,
      command: some,
      args: { is: 'list', of: anything },
      cwd: some,
      env: texts,
      secrets: { is: 'map', of: place },
      can: capabilities,
      timeout: milliseconds,
      maximumOutput: bytes,
      callback: object({ secret: place, within: seconds(1) }, 'secret'),
    },
    'name',
    'command',
  ),
  http: object(
    {
      kind: word('http'),
      name: some,
      url: some,
      headers: texts,
      credentials: { is: 'map', of: object({ environment: some, file: some, prefix: anything }) },
      can: capabilities,
      timeout: milliseconds,
      maximumAnswer: bytes,
      keyHeader: some,
      validUntilHeader: some,
      lookUp: some,
      notFound: { is: 'list', of: status, unique: true },
      reverse: some,
      refusals: { is: 'list', of: refusal },
      callback: object({ secret: place, within: seconds(1), url: some }, 'secret'),
      insecure: flag,
    },
    'name',
    'url',
  ),
  'tool-call': object({ kind: word('tool-call'), name: some }, 'name'),
} as const;
forms satisfies Readonly<Record<string, JsonForm>>;

/**
 * An executor from config data: `{ "kind": "command", … }` or `{ "kind": "http", … }`, with the members of CommandOptions
 * or HttpOptions and a name, or `{ "kind": "tool-call", "name": … }` for what an agent's own tool runs. Throws UsageError
 * `usage/config` that names the member, with its place in the file.
 */
export function executorOf(json: unknown, at: ConfigAt = {}): Executor {
  const { kind, members } = ofKind(json, forms, at);
  assertPlaces(members, at);
  return madeAt(at, () => {
    // the form has seen every member
    const executor = makers[kind](members, at);
    assertCapable(executor);
    return executor;
  });
}

type Maker = (members: Readonly<Record<string, unknown>>, at: ConfigAt) => Executor;

const makers: Readonly<Record<keyof typeof forms, Maker>> = {
  command,
  http: (members, at) => httpExecutor(members as never as HttpOptions, at),
  'tool-call': ({ name }) => toolCallExecutor(name as string),
};

/** What a command is called, and where it runs, is as seen from the file that names it. */
function command(members: Readonly<Record<string, unknown>>, at: ConfigAt): Executor {
  const options = members as never as CommandOptions;
  const { folder = '.' } = at;
  return commandExecutor({ ...options, cwd: resolve(folder, options.cwd ?? '.') }, at);
}
