import { now } from '../support/exchanges.ts';
import type { Anatomy, Word } from './anatomy.ts';

/** An exchange as both sides were given it. */
export interface Case {
  readonly check: 'handoff' | 'readback' | 'done';
  readonly ho: Anatomy;
  readonly rb?: Anatomy;
  readonly dn?: Anatomy;
  readonly record?: Readonly<Record<string, string>>;
  readonly kept?: string;
}

/** A point on which a check of ours decides otherwise than the peer's; `codes` as `differencesOfExchange` gives them. */
export interface ExchangeRuling {
  readonly ruling: string;
  readonly says: string;
  readonly codes: readonly string[];
  readonly covers: (exchange: Case) => boolean;
  readonly example: {
    readonly check: Case['check'];
    readonly ho: string;
    readonly rb?: string;
    readonly dn?: string;
    readonly record?: Readonly<Record<string, string>>;
    readonly kept?: string;
  };
}

const handoff = 'RW1 HO a-1 from=a to=b item=x ask=FIX';
const readback = 'RW1 RB b-1 re=a-1 from=b to=a item=x ask=FIX';
const done = 'RW1 DN b-2 re=a-1 from=b to=a item=x out=OK';
const envelope = new Set(['re', 'from', 'to', 'item', 'p']);
const comprehension = ['comprehension/contradiction', 'comprehension/gap', 'comprehension/excluded'];
/** What the peer's own messages begin with, where it fails what we pass. */
const peerCriteria = ['(peer) tier4 comprehension'];

const slotValue = (line: Anatomy | undefined, key: string): string | undefined => line?.slots.get(key)?.value;
const levelsOf = ({ ho }: Case): readonly string[] => ho.slots.get('rb')?.elements ?? [];
const asksFor = (exchange: Case, level: string): boolean => levelsOf(exchange).includes(level);
const executionSlotsOf = ({ ho }: Case): readonly string[] =>
  ho.vocabulary.exec.get(slotValue(ho, 'ask') ?? '') ?? [];

/** A number as it decodes: no noughts at the left, no `d` of days behind it. */
const decoded = (value: string | undefined): string | undefined => value?.replace(/^0*([0-9]+)d?$/, '$1');

function hasUnknownKey(line: Anatomy | undefined): boolean {
  return line?.words.some((word) => isUnknown(word, line)) ?? false;
}

function isUnknown({ key }: Word, { vocabulary }: Anatomy): boolean {
  return key !== '' && !key.startsWith('x_') && !vocabulary.slots.has(key);
}

/** Slots that both lines carry with other values. */
function contradicted(one: Anatomy | undefined, other: Anatomy | undefined): string[] {
  return [...(one?.slots.keys() ?? [])].filter(
    (key) =>
      key !== '' && other?.slots.has(key) && decoded(slotValue(one, key)) !== decoded(slotValue(other, key)),
  );
}

/** Criteria of either side, as [key, value]. */
function criteriaOf({ ho, rb, kept }: Case): [string, string][] {
  const lists = [kept ?? slotValue(ho, 'acc') ?? '', slotValue(rb, 'acc') ?? ''];
  const not = (rb?.slots.get('not')?.elements ?? []).map((value) => `no:${value}`);
  return [...lists.flatMap((list) => list.split('+')), ...not].map((element) => {
    const [, key = '', value = ''] = /^([^:]*):(.*)$/su.exec(element) ?? [];
    return [key, value];
  });
}

const negations =
  /(^|[^a-z])(not?|never|without|exclud(e|ing)|except|avoid|omit(ting)?|skip|dont|doesnt|cannot|cant|wont)([^a-z]|$)/i;
/** Words of the aliases, with the key that they belong to: the peer takes them under any key. */
const aliases: Readonly<Record<string, RegExp>> = {
  lang: /(^|[^a-z])(uk|gb|british|us|american|english|en)([^a-z]|$)/i,
  fmt: /(^|[^a-z])(md|markdown)([^a-z]|$)/i,
  voice: /(^|[^a-z])(we|1pp|1ps|i|person)([^a-z]|$)/i,
  tone: /(^|[^a-z])(plain|simple)([^a-z]|$)/i,
  out: /(^|[^a-z])(copy|text|prose)([^a-z]|$)/i,
};

export const exchangeRulings: readonly ExchangeRuling[] = [
  {
    ruling: 'R4',
    says: 'an unknown key is a problem where an act hangs on it',
    codes: ['execution/unknown-key'],
    covers: ({ ho, rb, dn }) => [ho, rb, dn].some(hasUnknownKey),
    example: { check: 'done', ho: handoff, dn: `${done} acct0=1` },
  },
  {
    ruling: 'R22',
    says: 'a line under another profile than the handoff\u2019s is a problem; one under none carries no slots of it',
    codes: [
      'receipt/other-profile',
      'receipt/changed-profile',
      'done/missing',
      'execution/missing',
      'echo/missing',
    ],
    covers: ({ ho, rb, dn }) => [rb, dn].some((line) => line && slotValue(line, 'p') !== slotValue(ho, 'p')),
    example: {
      check: 'done',
      ho: 'RW1 HO payer-1 from=payer to=auditor item=x ask=FIX',
      dn: 'RW1 DN auditor-1 re=payer-1 p=pay from=auditor to=payer item=x out=OK',
    },
  },
  {
    ruling: 'R24',
    says: 'the asks of deploy have execution slots',
    codes: [
      'execution/missing',
      'execution/mismatch',
      'execution/needs-exec',
      'record/unapproved',
      'done/missing',
      'done/mismatch',
      'done/noop',
      'done/none-reported',
      'done/unplanned',
    ],
    covers: (exchange) => exchange.ho.vocabulary.name === 'deploy' && executionSlotsOf(exchange).length > 0,
    example: {
      check: 'handoff',
      ho: 'RW1 HO release-1 p=deploy from=release to=operator item=x ask=DEPLOY',
      record: { to: 'operator', item: 'x', ask: 'DEPLOY' },
    },
  },
  {
    ruling: 'R25',
    says: 'UNDO asks rb=all',
    codes: ['execution/needs-all'],
    covers: (exchange) => slotValue(exchange.ho, 'ask') === 'UNDO' && !asksFor(exchange, 'all'),
    example: {
      check: 'handoff',
      ho: 'RW1 HO a-1 from=a to=b item=x ask=UNDO ctx=b-1',
      record: { to: 'b', item: 'x', ask: 'UNDO' },
    },
  },
  {
    ruling: 'R26',
    says: 'an execution slot that the record lacks is not approved',
    codes: ['record/unapproved'],
    covers: (exchange) =>
      executionSlotsOf(exchange).some(
        (key) => exchange.ho.slots.has(key) && exchange.record?.[key] === undefined,
      ),
    example: {
      check: 'handoff',
      ho: 'RW1 HO auditor-1 p=pay from=auditor to=payer item=x ask=SEND rb=exec addr=a@b.example',
      record: { to: 'payer', item: 'x', ask: 'SEND' },
    },
  },
  {
    ruling: 'R26',
    says: 'a handoff that has expired is not sent; the peer takes no clock there',
    codes: ['expiry/handoff'],
    covers: ({ check, ho }) => check === 'handoff' && (slotValue(ho, 'exp') ?? '99999999') <= now,
    example: {
      check: 'handoff',
      ho: `${handoff} exp=20200101T0000Z`,
      record: { to: 'b', item: 'x', ask: 'FIX' },
    },
  },
  {
    ruling: 'R27',
    says: 'a slot of the handoff that the readback carries with another value was misread, named or not',
    codes: ['echo/misread'],
    covers: ({ ho, rb }) => contradicted(ho, rb).some((key) => !envelope.has(key)),
    example: { check: 'readback', ho: `${handoff} pri=1`, rb: `${readback} pri=2` },
  },
  {
    ruling: 'R29',
    says: 'a handoff that had to ask rb=exec and did not fails in every check',
    codes: ['execution/needs-exec'],
    covers: (exchange) => executionSlotsOf(exchange).length > 0 && !asksFor(exchange, 'exec'),
    example: {
      check: 'readback',
      ho: 'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=x ask=PAY',
      rb: 'RW1 RB payer-1 re=scheduler-1 p=pay from=payer to=scheduler item=x ask=PAY',
    },
  },
  {
    ruling: '6.1',
    says: 'a record is compared as decoded: 02 is 2; the peer compares its text with the decoded value',
    codes: ['(peer) record'],
    covers: ({ ho, record = {} }) =>
      Object.entries(record).some(
        ([key, value]) => decoded(value) !== value && /^(int|days)/.test(ho.slots.get(key)?.type ?? ''),
      ),
    example: {
      check: 'handoff',
      ho: `${handoff} pri=02`,
      record: { to: 'b', item: 'x', ask: 'FIX', pri: '02' },
    },
  },
  {
    ruling: '6.2',
    says: 'rb=all leaves out x_tok, x_sig and x_kid, which are each line\u2019s own',
    codes: ['(peer) tier3 echo', '(peer) the readback did not pass the sender'],
    covers: (exchange) =>
      asksFor(exchange, 'all') && ['x_tok', 'x_sig', 'x_kid'].some((key) => exchange.ho.slots.has(key)),
    example: { check: 'readback', ho: `${handoff} rb=all x_tok=1`, rb: readback },
  },
  {
    ruling: '6.2',
    says: 'a slot that rb= names is on the readback, on the handoff or not',
    codes: ['echo/missing'],
    covers: (exchange) =>
      levelsOf(exchange).some(
        (element) => !exchange.ho.slots.has(element) && !exchange.rb?.slots.has(element),
      ),
    example: { check: 'readback', ho: `${handoff} rb=pri`, rb: readback },
  },
  {
    ruling: '6.2',
    says: 'an alias belongs to its key; the peer takes it under any',
    codes: [...comprehension, ...peerCriteria],
    covers: (exchange) =>
      criteriaOf(exchange).some(([key, value]) =>
        Object.entries(aliases).some(([own, words]) => own !== key && words.test(value)),
      ),
    example: {
      check: 'readback',
      ho: `${handoff} rb=acc`,
      rb: `${readback} acc=aud:simple`,
      kept: 'aud:plain',
    },
  },
  {
    ruling: '6.2',
    says: 'a plural s is dropped from words of four letters',
    codes: peerCriteria,
    covers: (exchange) =>
      criteriaOf(exchange).some(([, value]) => /(^|[^a-z])[a-z]{3}s([^a-z]|$)/i.test(value)),
    example: { check: 'readback', ho: `${handoff} rb=acc`, rb: `${readback} acc=aud:ctos`, kept: 'aud:cto' },
  },
  {
    ruling: '6.2',
    says: 'words of any script are compared, in one normal form; the peer drops what is not ASCII',
    codes: [...comprehension, ...peerCriteria],
    covers: (exchange) => criteriaOf(exchange).some(([, value]) => /[^\x20-\x7e]/u.test(value)),
    example: {
      check: 'readback',
      ho: `${handoff} rb=acc`,
      rb: `${readback} acc=aud:nai\u0308ve`,
      kept: 'aud:naive',
    },
  },
  {
    ruling: 'R28',
    says: 'criteria on both lines are compared, asked for or not',
    codes: comprehension,
    covers: (exchange) =>
      !asksFor(exchange, 'acc') && !asksFor(exchange, 'plan') && (exchange.rb?.slots.has('acc') ?? false),
    example: { check: 'readback', ho: `${handoff} acc=len:120w`, rb: `${readback} acc=len:150w` },
  },
  {
    ruling: 'R31',
    says: 'numbers, signs and units before all else',
    codes: comprehension,
    covers: (exchange) => criteriaOf(exchange).some(([, value]) => /[0-9]/.test(value)),
    example: {
      check: 'readback',
      ho: `${handoff} rb=acc`,
      rb: `${readback} acc=len:120w`,
      kept: 'len:<120w',
    },
  },
  {
    ruling: 'R32',
    says: 'two values for a key that takes one are a contradiction, whichever is right',
    codes: ['comprehension/hedged'],
    covers: ({ ho, rb }) => {
      const keys = (rb?.slots.get('acc')?.elements ?? []).map(
        (element) => element.split(':')[0]?.toLowerCase() ?? '',
      );
      return keys.some((key, at) => keys.indexOf(key) < at && !ho.vocabulary.constraintKeys.get(key)?.many);
    },
    example: {
      check: 'readback',
      ho: `${handoff} rb=acc`,
      rb: `${readback} acc=len:120w+len:150w`,
      kept: 'len:120w',
    },
  },
  {
    ruling: 'R33',
    says: 'a negation on one side only is a contradiction',
    codes: comprehension,
    covers: (exchange) => criteriaOf(exchange).some(([, value]) => negations.test(value)),
    example: {
      check: 'readback',
      ho: `${handoff} rb=acc`,
      rb: `${readback} acc=must:em-dash`,
      kept: 'must:no-em-dash',
    },
  },
  {
    ruling: '6.2',
    says: 'a key in keys= that the readback lacks is a gap in every case',
    codes: ['comprehension/key-gap'],
    covers: ({ ho, rb }) => {
      const derived = (rb?.slots.get('acc')?.elements ?? []).map((element) =>
        element.split(':')[0]?.toLowerCase(),
      );
      return (ho.slots.get('keys')?.elements ?? []).some((key) => !derived.includes(key.toLowerCase()));
    },
    example: { check: 'readback', ho: `${handoff} keys=len`, rb: readback },
  },
  {
    ruling: 'R34',
    says: 'a done report is judged as of when its readback was confirmed; the peer goes by today\u2019s clock',
    codes: ['(peer) the readback did not pass the sender'],
    covers: ({ ho, rb }) => [ho, rb].some((line) => line?.slots.has('exp')),
    example: {
      check: 'done',
      ho: `${handoff} exp=20200101T1700Z`,
      rb: `${readback} exp=20200101T1630Z`,
      dn: done,
    },
  },
  {
    ruling: 'R35',
    says: 'a report that nothing was done carries no value of the act',
    codes: ['done/noop'],
    covers: (exchange) =>
      slotValue(exchange.dn, 'out') === 'NOOP' &&
      executionSlotsOf(exchange).some((key) => exchange.dn?.slots.has(key)),
    example: {
      check: 'done',
      ho: 'RW1 HO auditor-1 p=pay from=auditor to=payer item=x ask=SEND rb=exec sup=m',
      dn: 'RW1 DN payer-1 re=auditor-1 p=pay from=payer to=auditor item=x out=NOOP sup=m',
    },
  },
  {
    ruling: 'R36',
    says: 'an executed value that neither handoff, readback nor record holds is a problem',
    codes: ['done/unplanned'],
    covers: (exchange) =>
      executionSlotsOf(exchange).some(
        (key) => exchange.dn?.slots.has(key) && !exchange.ho.slots.has(key) && !exchange.rb?.slots.has(key),
      ),
    example: {
      check: 'done',
      ho: 'RW1 HO auditor-1 p=pay from=auditor to=payer item=x ask=SEND rb=exec',
      dn: 'RW1 DN payer-1 re=auditor-1 p=pay from=payer to=auditor item=x out=OK sup=m addr=a amt=1.00 cur=GBP paid=20261002 ref=r',
    },
  },
  {
    ruling: '6.3',
    says: 'a report of a part names at least one value of the act',
    codes: ['done/none-reported'],
    covers: (exchange) =>
      slotValue(exchange.dn, 'out') === 'PARTIAL' &&
      !executionSlotsOf(exchange).some((key) => exchange.dn?.slots.has(key)),
    example: {
      check: 'done',
      ho: 'RW1 HO auditor-1 p=pay from=auditor to=payer item=x ask=SEND rb=exec',
      dn: 'RW1 DN payer-1 re=auditor-1 p=pay from=payer to=auditor item=x out=PARTIAL',
    },
  },
  {
    ruling: '6.3',
    says: 'every slot that report and plan share is compared, also beside those that the ask executes with',
    codes: ['done/mismatch'],
    covers: (exchange) => {
      const executed = executionSlotsOf(exchange);
      const shared = [exchange.ho, exchange.rb].flatMap((plan) => contradicted(plan, exchange.dn));
      return executed.length > 0 && shared.some((key) => !executed.includes(key) && !envelope.has(key));
    },
    example: {
      check: 'done',
      ho: 'RW1 HO auditor-1 p=pay from=auditor to=payer item=x ask=SEND rb=exec sup=m addr=a amt=1.00 cur=GBP paid=20261002 ref=r kind=NET',
      dn: 'RW1 DN payer-1 re=auditor-1 p=pay from=payer to=auditor item=x out=OK sup=m addr=a amt=1.00 cur=GBP paid=20261002 ref=r kind=GROSS',
    },
  },
  {
    ruling: '6.3',
    says: 'rb, keys and acc on a report are compared with the plan as other slots are',
    codes: ['done/mismatch'],
    covers: ({ ho, rb, dn }) =>
      [ho, rb].some((plan) => contradicted(plan, dn).some((key) => ['rb', 'keys', 'acc'].includes(key))),
    example: { check: 'done', ho: `${handoff} rb=echo+pri pri=1`, dn: `${done} rb=echo` },
  },
  {
    ruling: '6.3',
    says: 'what a line says of itself contradicts nothing: out, art, next, exp, pct, x_ keys, a count of what was done',
    codes: ['(peer) executed'],
    covers: ({ ho, rb, dn }) => {
      const own = ['art', 'next', 'out', 'exp', 'pct', ...(ho.vocabulary.profile?.own_line ?? [])];
      return [ho, rb].some((plan) =>
        contradicted(plan, dn).some((key) => own.includes(key) || key.startsWith('x_')),
      );
    },
    example: {
      check: 'done',
      ho: 'RW1 HO reviewer-1 p=clin from=reviewer to=extractor item=x ask=EXTRACT n=3',
      dn: 'RW1 DN extractor-1 re=reviewer-1 p=clin from=extractor to=reviewer item=x out=OK n=4',
    },
  },
];
