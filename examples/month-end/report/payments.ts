import type { Outcome } from '../play/outcome.ts';
import { slot } from '../play/said.ts';
import { printed, sum } from '../read/money.ts';
import { count, heading, type Paint, row } from './layout.ts';
import type { Story } from './story.ts';

const widths = [26, 13, 20, 9, -11, 3] as const;

/** What was paid, from the done reports: by supplier, with totals by supplier and currency. */
export function paymentSection(story: Story, paint: Paint): string {
  const paid = story.outcomes.filter(
    ({ state, approval }) => state === 'done' && approval.record['ask'] === 'PAY',
  );
  const head = row(['supplier', 'invoice', 'account', 'approval', 'amount', ''], widths);
  return [
    heading(`${count(paid.length, 'payment')} made`, paint),
    `  ${paint(head, 'dim')}`,
    ...bySupplier(paid).flatMap(([sup, payments]) => supplierRows(nameOf(story, sup), payments, paint)),
    ...currencyRows(paid, paint),
  ].join('\n');
}

/** Other acts that were done, and everything approved that was not. */
export function otherActsSection(story: Story, paint: Paint): string {
  const others = story.outcomes.filter(
    ({ state, approval }) => state === 'done' && approval.record['ask'] !== 'PAY',
  );
  const undone = story.outcomes.filter(({ state }) => state !== 'done');
  return [
    heading(`${count(others.length, 'other act')} done, ${undone.length} approved and not done`, paint),
    ...others.map((outcome) => `  ${otherAct(story, outcome)}`),
    ...undone.map((outcome) => `  ${undoneAct(outcome)}`),
  ].join('\n');
}

function supplierRows(name: string, payments: readonly Outcome[], paint: Paint): readonly string[] {
  const rows = payments.map(({ dn, approval }, index) => {
    if (dn === null) return '';
    const value = (key: string): string => slot(dn, key);
    const cells = [
      index === 0 ? name : '',
      value('ref'),
      value('acct'),
      approval.apref,
      printed(value('amt')),
      value('cur'),
    ];
    return `  ${row(cells, widths)}`;
  });
  if (payments.length === 1) return rows;
  return [
    ...rows,
    ...totals(payments).map(
      ([cur, total]) => `  ${paint(row(['', '', '', 'together', printed(total), cur], widths), 'dim')}`,
    ),
  ];
}

function currencyRows(paid: readonly Outcome[], paint: Paint): readonly string[] {
  const rule = `  ${' '.repeat(74)}${paint('-'.repeat(14), 'dim')}`;
  return [
    rule,
    ...totals(paid).map(([cur, total, number]) =>
      paint(
        `  ${row(['', '', '', count(number, 'payment'), printed(total), cur], [26, 13, 18, 11, -11, 3])}`,
        'bold',
      ),
    ),
  ];
}

/** Exact sums by currency, with how many payments each has. */
function totals(payments: readonly Outcome[]): readonly (readonly [string, string, number])[] {
  const amounts = Map.groupBy(
    payments.flatMap(({ dn }) => dn ?? []),
    (dn) => slot(dn, 'cur'),
  );
  return [...amounts].map(([cur, dns]) => [cur, sum(dns.map((dn) => slot(dn, 'amt'))), dns.length] as const);
}

function bySupplier(paid: readonly Outcome[]): readonly (readonly [string, readonly Outcome[]])[] {
  const groups = Map.groupBy(paid, ({ approval }) => approval.record['sup'] ?? '');
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function otherAct({ folder }: Story, { dn, approval }: Outcome): string {
  const value = (key: string): string => (dn === null ? '' : slot(dn, key));
  const supplier = folder.suppliers.find(({ sup }) => sup === approval.record['sup'])?.name ?? '';
  const what =
    approval.record['ask'] === 'CHGBANK'
      ? `account of ${supplier}: ${value('prev')} is now ${value('acct')}`
      : `remittance advice for ${printed(value('amt'))} ${value('cur')} to ${value('addr')}`;
  return row([approval.record['ask'] ?? '', approval.apref, what], [7, 7]);
}

function undoneAct({ approval, state, why, dn }: Outcome): string {
  const { ask = '', item = '', amt = '', cur = '' } = approval.record;
  const ran = dn === null ? '' : `bank paid ${printed(slot(dn, 'amt'))}, ${state}`;
  return row(
    [ask, approval.apref, item, `${printed(amt)} ${cur}`.trim(), ran || `${state}: ${why}`],
    [7, 7, 15, 12],
  );
}

function nameOf({ folder }: Story, sup: string): string {
  return folder.suppliers.find((supplier) => supplier.sup === sup)?.name ?? sup;
}
