import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { fullDigest, parse, toJson } from '../../src/codec/index.ts';
import type { AnyMessage } from '../../src/codec/message.ts';
import type { Entry, EntryBody } from '../../src/ledger/entry.ts';
import { type ExportedEntry, type ExportLine, exportText } from '../../src/ledger/export/form.ts';
import { keptDigest } from '../../src/ledger/kept.ts';
import { type Head, type Heads, headsText, signHeads } from '../../src/ledger/proof/heads.ts';
import { remainsOf } from '../../src/ledger/proof/remains.ts';
import { genesis, hashOf } from '../../src/ledger/proof/seal.ts';
import type { Generated } from './generated.ts';

/** spec/ledger: an export that holds, and what a reader finds in it once it is edited. */
export function ledgerVectors(): readonly Generated[] {
  const lines = whole();
  return [
    { path: 'spec/ledger/whole.jsonl', text: lines.map(withEnd).join('') },
    {
      path: 'spec/ledger/vectors.jsonl',
      text: vectors(lines)
        .map((row) => withEnd(JSON.stringify(row)))
        .join(''),
    },
  ];
}

const at = Date.UTC(2026, 9, 2, 14);
const program = 'hearback 0.1.0';

interface Written {
  readonly conversation: string;
  readonly principal: string;
  readonly at: number;
  readonly body: Partial<EntryBody>;
  readonly kept?: string;
}

const kept = JSON.stringify({
  principal: 'ops',
  kept: { criteria: ['must:hurry'] },
  diagnostics: [],
  salt: '00000000-0000-4000-8000-0000000000ff',
});

/** What is written, in its order; the second entry of main is redacted by the fourth. */
function written(): readonly Written[] {
  const first = said('RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX rb=acc', {
    facts: [
      {
        fact: 'opened',
        root: 'ops-1',
        retryOf: null,
        ask: 'FIX',
        guarded: false,
        exp: null,
        closeWhenExpired: false,
        profile: 'a899bdb74b91',
      },
    ],
    kept: keptDigest(kept),
  });
  const second: Partial<EntryBody> = {
    line: 'RW1 ST builder-7 \u0000 Zo\u00eb is ill',
    refused: 'unreadable',
    verdict: { passes: false, diagnostics: [] },
  };
  const remains = JSON.stringify(remainsOf(textOf(second, 2), 4));
  const reason = 'she asked for it';
  return [
    { conversation: 'main', principal: 'ops', at, body: first, kept },
    { conversation: 'main', principal: 'works', at: at + 1_000, body: second },
    {
      conversation: 'main',
      principal: 'works',
      at: at + 2_000,
      body: said(
        'RW1 ST builder-1 from=builder to=ops item=jira:OPS-77 // caf\u00e9 \u{1f600} "half" \\ done',
      ),
    },
    // a clock that was set back
    {
      conversation: 'main',
      principal: 'm.okafor',
      at: at + 1_500,
      body: { facts: [{ fact: 'redacted', sequence: 2, reason, remains }], person: true },
    },
    // in the order of code points, which is not that of UTF-16 units
    ...['b\u00fcro', '\uff5e', '\u{1f600}'].map((conversation) => ({
      conversation,
      principal: 'z\u00fcrich',
      at,
      body: said('RW1 ST ops-1 from=ops to=builder item=x:1'),
    })),
  ];
}

function said(line: string, more: Partial<EntryBody> = {}): Partial<EntryBody> {
  const message = parse(line).message as AnyMessage;
  const verdict = { passes: true, diagnostics: [] };
  return {
    line,
    message: { ...toJson(message) },
    digest: fullDigest(message),
    verdict,
    profile: 'a899bdb74b91',
    ...more,
  };
}

function bodyOf(body: Partial<EntryBody>, number: number): EntryBody {
  return {
    ...{ line: null, message: null, digest: null, refused: null, verdict: null, facts: [] },
    ...{ delegateFor: null, person: false, program, profile: null, kept: null },
    ...body,
    salt: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  };
}

/** A body, and the text that it is sealed with. */
function textOf(body: Partial<EntryBody>, number: number): Pick<Entry, 'body' | 'text'> {
  const whole = bodyOf(body, number);
  return { body: whole, text: JSON.stringify(whole) };
}

type Sealed = Omit<Entry, 'body'>;

function sealed(all: readonly Written[]): readonly (Sealed & { readonly kept: string | null })[] {
  const last = new Map<string, Sealed>();
  return all.map((one, index) => {
    const { conversation, principal } = one;
    const before = last.get(conversation);
    const place = {
      conversation,
      sequence: (before?.sequence ?? 0) + 1,
      at: one.at,
      previous: before?.hash ?? genesis(conversation),
    };
    const { text } = textOf(one.body, index + 1);
    const entry = { ...place, principal, text, hash: hashOf({ ...place, principal, text }) };
    last.set(conversation, entry);
    return { ...entry, kept: one.kept ?? null };
  });
}

/** The export of it: entries of each conversation together, the redacted one as what is left of it. */
function whole(): readonly string[] {
  const entries = sealed(written());
  const inOrder = ['b\u00fcro', 'main', '\uff5e', '\u{1f600}'];
  const said: ExportLine[] = [
    { header: { format: 'hearback ledger', kept: true, version: 1 } },
    ...inOrder
      .flatMap((name) => entries.filter(({ conversation }) => conversation === name))
      .map((entry) => ({ entry: left(entry) })),
    ...inOrder.flatMap((conversation) => [
      ...(conversation === 'main' ? [{ number: { agent: 'builder', conversation, last: 1 } }] : []),
      { number: { agent: 'ops', conversation, last: conversation === 'main' ? 3 : 1 } },
    ]),
    { cursor: { agent: 'builder', conversation: 'main', sequence: 2 } },
  ];
  return ended(said.map(exportText));
}

function left(entry: ExportedEntry): ExportedEntry {
  const { conversation, sequence, text } = entry;
  const isRedacted = conversation === 'main' && sequence === 2;
  return isRedacted
    ? { ...entry, text: JSON.stringify(remainsOf({ body: JSON.parse(text) as EntryBody, text }, 4)) }
    : entry;
}

/** Lines with the end that they have. */
function ended(lines: readonly string[]): readonly string[] {
  const count = (kind: string): number => lines.filter((line) => line.startsWith(`{"${kind}"`)).length;
  const counts = { cursors: count('cursor'), entries: count('entry'), numbers: count('number') };
  const sha256 = createHash('sha256').update(lines.map(withEnd).join('')).digest('hex');
  return [...lines, exportText({ end: { ...counts, sha256 } })];
}

function withEnd(line: string): string {
  return `${line}\n`;
}

/** An edit of the export, by the numbers of its lines: what stands in the place of a line, or how many bytes are left. */
interface Edit {
  readonly lines?: Readonly<Record<number, readonly string[]>>;
  readonly bytes?: number;
}

interface Vector extends Edit {
  readonly id: string;
  readonly section: string;
  readonly heads?: { readonly document: string; readonly public_key: string };
  readonly expect: Readonly<Record<string, unknown>>;
}

function vectors(lines: readonly string[]): readonly Vector[] {
  const there = (number: number): string => lines[number - 1] as string;
  /** A line with another value somewhere, still canonical. */
  const changed = (number: number, change: (said: Said) => void): string => {
    const said = JSON.parse(there(number)) as Said;
    change(said);
    return exportText(said as unknown as ExportLine);
  };
  const entry = (number: number, change: Partial<ExportedEntry>): string =>
    changed(number, (said) => Object.assign(said['entry'] as object, change));
  const entryAt = (number: number): ExportedEntry =>
    (JSON.parse(there(number)) as { entry: ExportedEntry }).entry;
  const resealed = (number: number, text: string): string => {
    const old = { ...entryAt(number), text };
    return entry(number, { text, hash: hashOf(old) });
  };
  const text = (number: number, from: string, to: string): string => entryAt(number).text.replace(from, to);
  const holds = { holds: true, entries: 7, redacted: 1, backwards: 1, without_kept: 0 };
  const bad = (line: number, conversation: string, sequence: number, fault: string) => ({
    ...{ holds: false, line, conversation, sequence, fault },
  });
  const badLine = (line: number) => ({ holds: false, line });
  const edit = (id: string, section: string, edited: Edit['lines'], expect: Vector['expect']): Vector => ({
    id,
    section,
    ...(edited === undefined ? {} : { lines: edited }),
    expect,
  });
  const other = '0'.repeat(64);
  const first = entryAt(3);
  const original = sealed(written()).find(
    ({ conversation, sequence }) => conversation === 'main' && sequence === 2,
  );
  const anew = resealed(3, text(3, 'jira:OPS-77', 'jira:OPS-78'));
  const without = ended(
    lines.slice(0, -1).map((line, at) => {
      if (at === 0) return changed(1, (said) => Object.assign(said['header'] as object, { kept: false }));
      return at === 2 ? entry(3, { kept: null }) : line;
    }),
  );
  return [
    { id: 'export/whole', section: '5', expect: holds },
    edit(
      'entry/text',
      '2',
      { 5: [entry(5, { text: text(5, 'half', 'hale') })] },
      bad(5, 'main', 3, 'changed'),
    ),
    edit('entry/principal', '2', { 5: [entry(5, { principal: 'mallory' })] }, bad(5, 'main', 3, 'changed')),
    edit('entry/time', '2', { 5: [entry(5, { at: at + 2_001 })] }, bad(5, 'main', 3, 'changed')),
    edit('entry/hash', '2', { 5: [entry(5, { hash: other })] }, bad(5, 'main', 3, 'changed')),
    edit('entry/previous', '2', { 5: [entry(5, { previous: other })] }, bad(5, 'main', 3, 'changed')),
    edit('entry/first', '2', { 3: [entry(3, { at: at + 1 })] }, bad(3, 'main', 1, 'changed')),
    edit('entry/missing', '2', { 5: [] }, bad(5, 'main', 3, 'missing')),
    edit('entry/missing-first', '2', { 3: [] }, bad(3, 'main', 1, 'missing')),
    edit('entry/twice', '2', { 5: [there(5), there(5)] }, bad(6, 'main', 3, 'duplicate')),
    edit('entry/moved', '2', { 5: [entry(6, { sequence: 3 })], 6: [] }, bad(5, 'main', 3, 'moved')),
    edit(
      'entry/from-elsewhere',
      '2',
      { 3: [entry(7, { conversation: 'main' })] },
      bad(3, 'main', 1, 'predecessor'),
    ),
    edit(
      'entry/hash-made-anew',
      '2',
      { 5: [resealed(5, text(5, 'half', 'hale'))] },
      bad(6, 'main', 4, 'predecessor'),
    ),
    edit('entry/version-1', '2', { 8: [asVersion1(entryAt(8))] }, badLine(15)),
    edit('entry/no-json', '3', { 7: [resealed(7, 'hello')] }, bad(7, '\uff5e', 1, 'no-entry')),
    edit('entry/no-body', '3', { 7: [resealed(7, '[]')] }, bad(7, '\uff5e', 1, 'no-entry')),
    edit(
      'entry/no-facts',
      '3',
      { 7: [resealed(7, text(7, '"facts":[]', '"facts":{}'))] },
      bad(7, '\uff5e', 1, 'no-entry'),
    ),
    edit(
      'redaction/something-else-left',
      '4',
      { 4: [entry(4, { text: text(4, 'unreadable', 'identity') })] },
      bad(6, 'main', 2, 'redaction'),
    ),
    edit(
      'redaction/what-it-followed',
      '4',
      { 4: [entry(4, { previous: other })] },
      bad(4, 'main', 2, 'changed'),
    ),
    edit('redaction/when-it-came', '4', { 4: [entry(4, { at: at + 1_001 })] }, bad(4, 'main', 2, 'changed')),
    edit(
      'redaction/other-text-dropped',
      '4',
      { 4: [entry(4, { text: text(4, '"dropped":"', '"dropped":"0').replace(/.("[^"]*)$/, '$1') })] },
      bad(4, 'main', 2, 'changed'),
    ),
    edit(
      'redaction/before-it-written-anew',
      '4',
      { 3: [anew], 4: [entry(4, { previous: (JSON.parse(anew) as { entry: ExportedEntry }).entry.hash })] },
      bad(4, 'main', 2, 'changed'),
    ),
    edit('redaction/nobody-says-so', '4', { 6: [] }, bad(6, 'main', 2, 'redaction')),
    edit(
      'redaction/undone',
      '4',
      { 4: [entry(4, { text: original?.text ?? '' })] },
      bad(6, 'main', 2, 'redaction'),
    ),
    edit(
      'kept/changed',
      '3',
      { 3: [entry(3, { kept: first.kept?.replace('hurry', 'worry') ?? '' })] },
      bad(3, 'main', 1, 'kept'),
    ),
    edit('kept/gone', '3', { 3: [entry(3, { kept: null })] }, bad(3, 'main', 1, 'kept')),
    edit('kept/where-nothing-was', '3', { 5: [entry(5, { kept })] }, bad(5, 'main', 3, 'kept')),
    edit('kept/left-out', '5', Object.fromEntries(without.map((line, at) => [at + 1, [line]])), {
      ...holds,
      without_kept: 1,
    }),
    edit('kept/against-the-header', '5', { 1: [without[0] as string] }, badLine(3)),
    edit('order/conversations', '5', { 7: [there(8)], 8: [there(7)] }, badLine(8)),
    edit('order/conversation-in-two-parts', '5', { 2: [], 6: [there(6), there(2)] }, badLine(6)),
    edit('order/numbers', '5', { 10: [there(11)], 11: [there(10)] }, badLine(11)),
    edit('order/kinds', '5', { 14: [there(14), there(13)] }, badLine(15)),
    edit('form/newer', '5', { 1: [there(1).replace('"version":1', '"version":2')] }, badLine(1)),
    edit('form/no-header', '5', { 1: [] }, badLine(1)),
    edit('form/two-headers', '5', { 1: [there(1), there(1)] }, badLine(2)),
    edit(
      'form/member-twice',
      '5',
      { 14: [there(14).replace('{"agent"', '{"agent":"x","agent"')] },
      badLine(14),
    ),
    edit(
      'form/prototype',
      '5',
      { 14: [there(14).replace('{"agent"', '{"__proto__":{},"agent"')] },
      badLine(14),
    ),
    edit('form/other-member', '5', { 14: [there(14).replace('{"agent"', '{"a":1,"agent"')] }, badLine(14)),
    edit('form/blank', '5', { 14: [there(14).replace(':2', ': 2')] }, badLine(14)),
    edit('form/number', '5', { 14: [there(14).replace(':2', ':2.0')] }, badLine(14)),
    edit('form/below-nought', '5', { 14: [there(14).replace(':2', ':-2')] }, badLine(14)),
    edit('form/too-large-a-number', '5', { 14: [there(14).replace(':2', ':9007199254740992')] }, badLine(14)),
    edit('form/escape', '5', { 14: [there(14).replace('builder', '\\u0062uilder')] }, badLine(14)),
    edit('form/capitals', '5', { 5: [entry(5, { hash: entryAt(5).hash.toUpperCase() })] }, badLine(5)),
    edit('form/kind', '5', { 14: ['{"note":{}}'] }, badLine(14)),
    edit('form/two-kinds', '5', { 14: [`${there(14).slice(0, -1)},"note":{}}`] }, badLine(14)),
    edit('form/no-object', '5', { 14: ['[]'] }, badLine(14)),
    edit('form/empty-line', '5', { 14: ['', there(14)] }, badLine(14)),
    edit('form/deep', '5', { 14: [`${'['.repeat(5_000)}`] }, badLine(14)),
    edit('cursor/beyond-the-end', '5', { 14: [there(14).replace(':2', ':5')] }, badLine(14)),
    edit('end/gone', '5', { 15: [] }, badLine(15)),
    edit('end/twice', '5', { 15: [there(15), there(15)] }, badLine(16)),
    edit('end/more-behind', '5', { 15: [there(15), there(14)] }, badLine(16)),
    edit('end/count', '5', { 15: [there(15).replace('"entries":7', '"entries":6')] }, badLine(15)),
    edit('end/other-lines', '5', { 11: [there(11).replace('"last":3', '"last":4')] }, badLine(15)),
    { id: 'end/cut-in-a-line', section: '5', bytes: 4_000, expect: badLine(cutLine(lines, 4_000)) },
    {
      id: 'end/no-line-end',
      section: '5',
      bytes: Buffer.byteLength(lines.map(withEnd).join('')) - 1,
      expect: badLine(15),
    },
    { id: 'end/nothing', section: '5', bytes: 0, expect: badLine(1) },
    ...withHeads(lines, { holds, bad, entryAt }),
  ];
}

/** An entry hashed as version 1 of the schema did: it holds, and only the end is that of other lines. */
function asVersion1(entry: ExportedEntry): string {
  const text = Buffer.from(entry.text, 'utf8');
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value));
    return bytes;
  };
  const hash = createHash('sha256')
    .update(Buffer.concat([Buffer.of(0), Buffer.from(entry.previous, 'hex'), number(entry.sequence)]))
    .update(Buffer.concat([number(text.length), text, number(entry.at), Buffer.from(entry.principal)]))
    .digest('hex');
  return exportText({ entry: { ...entry, hash } });
}

type Said = Record<string, Record<string, unknown>>;

/** The number of the line that a cut falls into. */
function cutLine(lines: readonly string[], bytes: number): number {
  const kept = Buffer.from(lines.map(withEnd).join('')).subarray(0, bytes);
  return kept.filter((byte) => byte === 0x0a).length + 1;
}

/** The key of these vectors: its seed is 32 bytes of value 7, so that nobody takes it for one that guards anything. */
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
})
  .export({ format: 'pem', type: 'pkcs8' })
  .toString();
const publicKey = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString();

function withHeads(
  lines: readonly string[],
  {
    holds,
    bad,
    entryAt,
  }: {
    holds: Vector['expect'];
    bad: (line: number, conversation: string, sequence: number, fault: string) => Vector['expect'];
    entryAt: (line: number) => ExportedEntry;
  },
): readonly Vector[] {
  const headAt = (line: number): Head => {
    const { conversation, sequence, hash } = entryAt(line);
    return { conversation, sequence, hash };
  };
  const document = (heads: readonly Head[]): string => {
    const facts = { tenant: 'default', epoch: 'b4b7c7de', at: at + 5_000, program, heads };
    return headsText(
      signHeads({ format: 'hearback heads', version: 1, ...facts } satisfies Heads, privateKey),
    );
  };
  const all = [2, 6, 7, 8].map(headAt);
  const vector = (id: string, text: string, expect: Vector['expect']): Vector => ({
    ...{ id, section: '6', heads: { document: text, public_key: publicKey }, expect },
  });
  const [buero, main, wide, face] = all as [Head, Head, Head, Head];
  const text = document(all);
  const not = { heads: false };
  return [
    vector('heads/all', text, holds),
    vector('heads/earlier', document([buero, headAt(5)]), holds),
    vector(
      'heads/cut-off',
      document([buero, { ...main, sequence: 5 }, wide, face]),
      bad(7, 'main', 5, 'truncated'),
    ),
    vector(
      'heads/conversation-gone',
      document([...all, { ...face, conversation: '\u{1f601}' }]),
      bad(9, '\u{1f601}', 1, 'truncated'),
    ),
    vector(
      'heads/written-anew',
      document([buero, { ...headAt(5), hash: '0'.repeat(64) }]),
      bad(5, 'main', 3, 'rewritten'),
    ),
    vector('heads/changed', text.replace('"sequence":4', '"sequence":3'), not),
    vector('heads/other-tenant', text.replace('"default"', '"another"'), not),
    vector('heads/signature', text.replace(/"signature":"./, '"signature":"g'), not),
    vector('heads/key', text.replace(/"key":"./, '"key":"g'), not),
    vector('heads/no-line-end', text.slice(0, -1), not),
    vector('heads/blank', text.replace('{"key"', '{ "key"'), not),
    vector('heads/member-twice', text.replace('"at":', '"at":1,"at":'), not),
    {
      ...vector('heads/edited-export', text, bad(5, 'main', 3, 'changed')),
      lines: { 5: [edited(lines[4] ?? '')] },
    },
  ];
}

function edited(line: string): string {
  return line.replace('half', 'hale');
}
