import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GuardOffice } from '../support/mcp/guard-office.ts';
import { versions } from '../support/mcp.ts';
import { mcpPackage } from '../support/mcp-packages.ts';

const files = mcpPackage('@modelcontextprotocol/server-filesystem');
const database = mcpPackage('@bytebase/dbhub');

let office: GuardOffice;
let client: Client;
beforeEach(async () => {
  office = await GuardOffice.open();
});
afterEach(async () => {
  await office.close();
});

async function told(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { structuredContent } = await client.callTool({ name, arguments: given });
  return structuredContent as Record<string, unknown>;
}

/** Calls a guarded tool, has the person confirm it, and runs it. */
async function confirmed(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { token } = await told(name, given);
  expect(await office.confirm(String(token))).toBe(0);
  return told('hearback_commit', { token });
}

describe.skipIf(files === null)('in front of @modelcontextprotocol/server-filesystem', () => {
  const inside = (name: string): string => office.path(`shared/${name}`);
  beforeEach(async () => {
    mkdirSync(office.path('shared'));
    office.server = [process.execPath, join(files ?? '', 'dist/index.js'), office.path('shared')];
    await office.init('files');
    client = await office.client('files', { version: '2025-11-25' });
  });

  test('a file is read at once, and written when somebody else has confirmed exactly that', async () => {
    writeFileSync(inside('a.txt'), 'as it was');
    const read = await client.callTool({ name: 'read_text_file', arguments: { path: inside('a.txt') } });
    expect(read).toMatchObject({ structuredContent: { content: 'as it was' } });
    const given = { path: inside('b c.txt'), content: 'line 1\nÄ line 2\n' };
    const waiting = await told('write_file', given);
    expect(waiting).toMatchObject({ outcome: 'waiting', approver: 'm.okafor' });
    expect(await told('hearback_commit', { token: waiting['token'] })).toMatchObject({
      reason: 'unconfirmed',
    });
    expect(existsSync(given.path)).toBe(false);
    expect(await confirmed('write_file', given)).toMatchObject({ outcome: 'executed' });
    expect(readFileSync(given.path, 'utf8')).toBe(given.content);
  });

  test('what is confirmed is moved and edited, and what the server refuses is not taken for done', async () => {
    writeFileSync(inside('a.txt'), 'old words');
    const edits = [{ oldText: 'old', newText: 'new' }];
    expect(await confirmed('edit_file', { path: inside('a.txt'), edits })).toMatchObject({
      outcome: 'executed',
    });
    const moved = { source: inside('a.txt'), destination: inside('z.txt') };
    expect(await confirmed('move_file', moved)).toMatchObject({ outcome: 'executed' });
    expect(readFileSync(inside('z.txt'), 'utf8')).toBe('new words');
    const outside = { path: '/etc/hearback-test', content: 'x' };
    expect(await confirmed('write_file', outside)).toMatchObject({ outcome: 'unknown' });
  });

  test('the list is the server’s, with what the guard says of it', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['read_text_file', 'write_file', 'hearback_commit']));
    const guarded = tools
      .filter(({ description = '' }) => description.startsWith('Guarded'))
      .map(({ name }) => name);
    expect(guarded.sort()).toEqual(['create_directory', 'edit_file', 'move_file', 'write_file']);
  });
});

describe.skipIf(database === null).each(versions)('in front of @bytebase/dbhub, by %s', (era) => {
  const rows = (): readonly unknown[] => {
    const opened = new DatabaseSync(office.path('shop.db'));
    try {
      return opened.prepare('SELECT * FROM stock ORDER BY id').all();
    } finally {
      opened.close();
    }
  };
  beforeEach(async () => {
    const made = new DatabaseSync(office.path('shop.db'));
    made.exec("CREATE TABLE stock (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO stock VALUES (1, 'nail')");
    made.close();
    const dsn = `sqlite://${office.path('shop.db')}`;
    office.server = [
      process.execPath,
      join(database ?? '', 'dist/index.js'),
      '--transport',
      'stdio',
      '--dsn',
      dsn,
    ];
    await office.init('shop');
    client = await office.client('shop', { version: era });
  });

  test('its tables are read at once, and its rows change when somebody else has confirmed the statement', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const tables = await client.callTool({ name: 'search_objects', arguments: { object_type: 'table' } });
    expect(JSON.stringify(tables)).toContain('stock');
    const sql = "INSERT INTO stock VALUES (2, 'bolt')";
    const waiting = await told('execute_sql', { sql });
    expect(waiting).toMatchObject({ outcome: 'waiting', values: { sql: sql.replaceAll(' ', '%20') } });
    expect(rows().length).toBe(1);
    expect(await confirmed('execute_sql', { sql })).toMatchObject({ outcome: 'executed' });
    expect(rows().length).toBe(2);
    // the same words again are another act, with a confirmation of its own
    expect(await told('execute_sql', { sql })).toMatchObject({ outcome: 'waiting' });
    expect(rows().length).toBe(2);
  });

  test('over HTTP too', async () => {
    const guard = await office.http('shop');
    ({ client } = await guard.client('treasury', { version: era }));
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const sql = "INSERT INTO stock VALUES (3, 'nut')";
    const { token } = await told('execute_sql', { sql });
    expect(await told('hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(rows().length).toBe(1);
    expect(await office.confirm(String(token))).toBe(0);
    expect(await told('hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(rows().length).toBe(2);
  });

  test('a statement that is not confirmed is not run, whatever its caller does', async () => {
    const sql = 'DELETE FROM stock';
    const { token } = await told('execute_sql', { sql });
    for (let tries = 0; tries < 5; tries++) await told('hearback_commit', { token });
    await told('execute_sql', { sql });
    expect(await office.confirm(String(token), 'treasury')).toBe(1);
    expect(rows().length).toBe(1);
  });
});
