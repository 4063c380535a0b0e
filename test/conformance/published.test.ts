import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import { reply } from '../../src/reply/index.ts';
import { findPeerFolder } from '../support/peer.ts';
import { available } from '../support/skip.ts';
import { context, faultsOf, rowsOf, type SuiteRow } from './suite.ts';

const isThere = available('the published implementation (PyPI rogerwilco)', findPeerFolder);
const rows = isThere ? rowsOf(join(findPeerFolder() as string, 'tests/conformance.jsonl')) : [];
const codec = rows.filter(({ kind }) => kind !== 'agent');

/** Cases about an agent; code answers the first three by itself, the others need a model. */
interface AgentRow extends SuiteRow {
  readonly incoming: string;
  readonly you: string;
  readonly reply_type?: string;
  readonly reply_slots: Readonly<Record<string, unknown>>;
}

describe.skipIf(!isThere)('the published suite', () => {
  test('has 99 cases for a codec', () => {
    expect(codec).toHaveLength(99);
  });

  test.each(codec)('$id', (row) => {
    expect(faultsOf(row)).toEqual([]);
  });

  test.each(['a01', 'a02', 'a03'])('%s is answered by code', (id) => {
    const row = rows.find((one) => one.id === id) as AgentRow;
    const parsed = parse(row.incoming.replaceAll('YOU', row.you), context);
    const answer = reply({ parsed, as: row.you, now: context.now });
    if (answer.outcome !== 'reply') throw new Error(`${id} is not answered: ${answer.outcome}`);
    const { type, from, slots, ...envelope } = answer.message;
    expect({ type, from }).toEqual({ type: row.reply_type, from: row.you });
    expect({ ...envelope, ...slots }).toMatchObject(row.reply_slots);
    expect(parse(answer.line, context).diagnostics).toEqual([]);
  });
});
