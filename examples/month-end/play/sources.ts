import type { AnyMessage } from 'hearback';
import type { Approval, Folder } from '../read/folder.ts';
import type { Mail } from '../read/inbox.ts';
import { hundredths, printed, sum } from '../read/money.ts';

/** A statement or an approval that its sources do not bear out. */
export interface Contradiction {
  readonly item: string;
  readonly says: string;
}

/** The statements of a run, in order, as the auditor goes through them. */
interface Audit {
  readonly folder: Folder;
  readonly extracted: readonly AnyMessage[];
  readonly decided: readonly AnyMessage[];
  readonly messages: readonly AnyMessage[];
}

/** Compares what the agents stated, and what the principal approved, with the documents of the folder. */
export function auditSources(folder: Folder, messages: readonly AnyMessage[]): readonly Contradiction[] {
  const statements = (from: string): AnyMessage[] =>
    messages.filter((message) => message.type === 'ST' && message.from === from);
  const audit = { folder, extracted: statements('extractor'), decided: statements('reconciler'), messages };
  return [
    ...folder.inbox.flatMap((mail) => mailIsTranslated(audit, mail)),
    ...audit.extracted.flatMap((statement) => mailSaysSo(audit, statement)),
    ...audit.decided.flatMap((statement) => decisionAddsUp(audit, statement)),
    ...folder.orders.flatMap((order) => orderCovers(audit, order)),
    ...runAddsUp(audit),
    ...folder.approvals.flatMap((approval) => approvalIsFounded(audit, approval)),
  ];
}

/** Every message of the inbox has its line. */
function mailIsTranslated({ extracted }: Audit, mail: Mail): Contradiction[] {
  const has = extracted.some((statement) => sources(statement, 'email').includes(String(mail.number)));
  return has ? [] : [{ item: `mail:${mail.number}`, says: `no line says what "${mail.subject}" is` }];
}

/** The amounts and the account of a line stand in its mail, which comes from the supplier's own domain. */
function mailSaysSo({ folder }: Audit, statement: AnyMessage): Contradiction[] {
  return sources(statement, 'email').flatMap((number) => {
    const contradicts = (says: string): Contradiction => ({
      item: statement.item ?? statement.id,
      says: `${statement.id}: ${says}`,
    });
    const mail = folder.inbox[Number(number) - 1];
    if (mail === undefined) return [contradicts(`there is no email:${number}`)];
    const missing = ['net', 'vat', 'amt', 'acct']
      .map((slot) => text(statement, slot))
      .filter((value) => value !== undefined)
      .filter((value) => !stands(value, mail.text))
      .map((value) => contradicts(`${value} does not stand in email:${number}`));
    const supplier = folder.suppliers.find(({ sup }) => sup === text(statement, 'sup'));
    const domain = (address: string | undefined): string | undefined => address?.split('@')[1];
    const stranger = supplier !== undefined && domain(supplier.email) !== domain(mail.from);
    if (stranger && !flags(statement).includes('LOOKALIKE')) {
      missing.push(
        contradicts(`email:${number} comes from ${mail.from}, not from ${domain(supplier.email)}`),
      );
    }
    return missing;
  });
}

/** Whether an amount, or each half of an account, stands in a text as a word of its own. */
function stands(value: string, mail: string): boolean {
  const words = new Set(mail.split(/[\s()/]+/).map((word) => word.replace(/[.,;:]$/, '')));
  return value.split('/').every((part) => words.has(printed(part.replace(/^-(?=[0-9]+\.)/, ''))));
}

/** What is to be paid is the sum of its documents; what was paid already stands in the bank feed. */
function decisionAddsUp({ folder, extracted }: Audit, statement: AnyMessage): Contradiction[] {
  const amt = text(statement, 'amt');
  if (amt === undefined) return [];
  const item = statement.item ?? statement.id;
  const found: Contradiction[] = [];
  const mails = sources(statement, 'email');
  const amounts = extracted
    .filter((line) => sources(line, 'email').some((number) => mails.includes(number)))
    .flatMap((line) => text(line, 'amt') ?? []);
  if (sum(amounts) !== amt) {
    found.push({ item, says: `${statement.id} decides ${amt}, its documents add up to ${sum(amounts)}` });
  }
  for (const day of sources(statement, 'bank')) {
    const rows = folder.feed.get(day) ?? [];
    const moved = amt.startsWith('-') ? 'in' : 'out';
    if (!rows.some((row) => row[moved] === amt.replace('-', ''))) {
      found.push({ item, says: `${statement.id}: no ${amt} in the bank feed of ${day}` });
    }
  }
  return found;
}

/** What is to be paid on an order lies within it, or the principal was asked. */
function orderCovers(
  { folder, extracted, decided }: Audit,
  order: Folder['orders'][number],
): Contradiction[] {
  const { po = '', supplier, net = '' } = order;
  const paid = new Set(
    decided.filter((line) => text(line, 'dec') === 'PAY' && text(line, 'po') === po).map(({ item }) => item),
  );
  const lines = extracted.filter(
    (line) => paid.has(line.item) && text(line, 'net') !== undefined && !flags(line).includes('DUP'),
  );
  const billed = sum(lines.map((line) => text(line, 'net') as string));
  const others = lines.filter((line) => text(line, 'sup') !== supplier);
  return [
    ...others.map(({ item }) => ({ item: item ?? po, says: `${po} was given to ${supplier}` })),
    ...(hundredths(billed) > hundredths(net) + hundredths(folder.policy.orderTolerance)
      ? [...paid].map((item) => ({ item: item ?? po, says: `${po} is for ${net} net, billed are ${billed}` }))
      : []),
  ];
}

/** The run's total is the sum of what was decided to pay. */
function runAddsUp({ folder, decided, messages }: Audit): Contradiction[] {
  const { run, currency } = folder.policy;
  const total = messages.findLast(
    (line) => line.item === run && line.type === 'ST' && text(line, 'tot') !== undefined,
  );
  if (total === undefined) return [{ item: run, says: 'nobody states what the run comes to' }];
  const last = new Map(decided.map((line) => [line.item, line]));
  const own = [...last.values()].filter(
    (line) => text(line, 'dec') === 'PAY' && text(line, 'cur') === currency,
  );
  const due = sum(own.map((line) => text(line, 'amt') ?? '0.00'));
  const stated = `${total.slots['n']} payments of ${text(total, 'tot')}`;
  const decidedAre = `${own.length} payments of ${due}`;
  return stated === decidedAre
    ? []
    : [{ item: run, says: `${total.id} states ${stated}, decided are ${decidedAre}` }];
}

/** A payment is approved as it was decided, to the account on file, and by name when it is above the limit. */
function approvalIsFounded({ folder, decided, messages }: Audit, approval: Approval): Contradiction[] {
  const { item = '', ask, sup, amt = '', cur, acct } = approval.record;
  if (ask !== 'PAY') return [];
  const found: Contradiction[] = [];
  const contradicts = (says: string): number => found.push({ item, says: `${approval.apref}: ${says}` });
  const decision = decided.findLast((line) => line.item === item);
  const stated = ['dec', 'sup', 'amt', 'cur'].map((slot) => decision && text(decision, slot)).join(' ');
  if (stated !== `PAY ${sup} ${amt} ${cur}`) {
    contradicts(`approves PAY ${sup} ${amt} ${cur}, decided was ${stated}`);
  }
  const changed = folder.approvals.find(({ record }) => record['ask'] === 'CHGBANK' && record['sup'] === sup);
  const onFile =
    changed?.record['acct'] ?? folder.suppliers.find((supplier) => supplier.sup === sup)?.account;
  if (acct !== undefined && acct !== onFile) contradicts(`account ${acct}, on file is ${onFile}`);
  if (hundredths(amt) > hundredths(folder.policy.limit) && !principalApproved(messages, item)) {
    contradicts(`${amt} is above the limit of ${folder.policy.limit} and nobody asked the principal`);
  }
  return found;
}

function principalApproved(messages: readonly AnyMessage[], item: string): boolean {
  const asked = messages.filter(
    ({ type, to, item: about }) => type === 'AQ' && to === 'human' && about === item,
  );
  return messages.some(
    (message) =>
      message.type === 'AN' &&
      message.from === 'human' &&
      message.slots['val'] === 'APPROVE' &&
      asked.some(({ id }) => id === message.re),
  );
}

/** The ids that a line's `src=` has in a namespace: `7` of `email:7`. */
function sources(message: AnyMessage, namespace: string): readonly string[] {
  return list(message, 'src')
    .filter((source) => source.startsWith(`${namespace}:`))
    .map((source) => source.slice(namespace.length + 1));
}

function flags(message: AnyMessage): readonly string[] {
  return list(message, 'flag');
}

function list(message: AnyMessage, slot: string): readonly string[] {
  const value = message.slots[slot];
  return Array.isArray(value) ? value.map(String) : [];
}

function text(message: AnyMessage, slot: string): string | undefined {
  const value = message.slots[slot];
  return typeof value === 'string' ? value : undefined;
}
