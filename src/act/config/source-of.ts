import { resolve } from 'node:path';
import type { JsonForm } from '../../vocabulary/json-form.ts';
import { Secret, type SecretPlace } from '../executors/secret.ts';
import { type ApprovalSourceOptions, approvalSource } from '../records/approvals.ts';
import { type CommandSourceOptions, commandSource } from '../records/command.ts';
import { csvSource, type FileSourceOptions, jsonSource } from '../records/files.ts';
import { queryPostgresAt } from '../records/postgres.ts';
import type { Source } from '../records/rows.ts';
import { querySqlite, type SqlSourceOptions, sqlSource } from '../records/sql.ts';
import { type ConfigAt, faultAt, madeAt, ofKind } from './checked.ts';
import { anything, bytes, milliseconds, object, place, some, texts, word } from './forms.ts';
import { assertPlace, assertPlaces } from './places.ts';

const names: JsonForm = { is: 'list', of: some, unique: true };
const shared = { asks: names, columns: { is: 'map', of: some, needs: 'a column' } } as const;
const file = (kind: string, more: Readonly<Record<string, JsonForm>> = {}): JsonForm =>
  object(
    {
      kind: word(kind),
      name: some,
      file: some,
      key: object({ slot: some, column: some }, 'slot'),
      ...shared,
      ...more,
    },
    ...['file', 'key', 'columns'],
  );

/** The forms of a source's config data, by its kind. */
const forms = {
  json: file('json'),
  csv: file('csv', { delimiter: some }),
  sql: object(
    { kind: word('sql'), name: some, file: some, postgres: place, query: some, parameters: names, ...shared },
    ...['query', 'parameters', 'columns'],
  ),
  command: object(
    {
      kind: word('command'),
      ...{ name: some, command: some, args: { is: 'list', of: anything }, cwd: some },
      ...{ env: texts, secrets: { is: 'map', of: place }, timeout: milliseconds, maximumOutput: bytes },
      ...shared,
    },
    ...['command', 'columns'],
  ),
  approvals: object({ kind: word('approvals'), name: some, asks: names }),
} as const;
forms satisfies Readonly<Record<string, JsonForm>>;

type Members = Readonly<Record<string, unknown>>;

const makers: Readonly<Record<keyof typeof forms, (members: Members, at: ConfigAt) => Source>> = {
  json: (members, at) => jsonSource(inFolder(members as never as FileSourceOptions, at)),
  csv: (members, at) => {
    const options = inFolder(members as never as FileSourceOptions, at);
    if (options.key.column === undefined) throw faultAt(`${at.path ?? '$'}.key`, 'column is missing', at);
    return csvSource(options);
  },
  sql,
  command: (members, at) => {
    assertPlaces(members, at);
    const options = members as never as CommandSourceOptions;
    return commandSource({ ...options, cwd: resolve(at.folder ?? '.', options.cwd ?? '.') }, at);
  },
  approvals: (members, at) => {
    if (at.ledger === undefined)
      throw faultAt(at.path ?? '$', 'approvals are those of a ledger, and none is open here', at);
    return approvalSource(at.ledger, members as ApprovalSourceOptions);
  },
};

/**
 * The tool's own records from config data, for `resolve` of an act tool: a JSON or CSV file, a query of a SQLite file or
 * a PostgreSQL database, a command, or what people approved in the ledger. Throws UsageError `usage/config` that names the member, with its place in the file.
 */
export function sourceOf(json: unknown, at: ConfigAt = {}): Source {
  const { kind, members } = ofKind(json, forms, at);
  return madeAt(at, () => makers[kind](members, at));
}

function sql(members: Members, at: ConfigAt): Source {
  const options = members as never as SqlSourceOptions;
  const { file: path, postgres } = members as { readonly file?: string; readonly postgres?: SecretPlace };
  const { path: own = '$', folder = '.' } = at;
  if ((path === undefined) === (postgres === undefined))
    throw faultAt(own, 'a query is of a SQLite file or of postgres, one of the two', at);
  if (postgres !== undefined) {
    assertPlace(postgres, `${own}.postgres`, at);
    const address = new Secret(postgres, at);
    return sqlSource(
      { ...options, name: options.name ?? `the database at ${address.name}` },
      queryPostgresAt(address),
    );
  }
  const database = resolve(folder, path ?? '');
  return sqlSource({ ...options, name: options.name ?? path ?? '' }, querySqlite(database));
}

function inFolder<O extends FileSourceOptions>(options: O, { folder = '.' }: ConfigAt): O {
  return { name: options.file, ...options, file: resolve(folder, options.file) };
}
