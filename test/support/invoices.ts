import fc from 'fast-check';

/** An invoice as an agent would put it on a line. */
export interface Invoice {
  readonly ref: string;
  readonly po: string;
  /** Hundredths. */
  readonly net: number;
  readonly vat: number;
  readonly acct: string;
  readonly currency: 'GBP' | 'EUR' | 'USD';
}

/** An invoice, the text in which its sender says it, and the line that says the same. */
export interface Written {
  readonly invoice: Invoice;
  readonly text: string;
  readonly line: string;
}

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const letters = fc.constantFrom('MD', 'NF', 'OT', 'KXR', 'W');

export const invoices: fc.Arbitrary<Invoice> = fc.record({
  ref: fc
    .tuple(letters, fc.constantFrom('-', '/'), digits(4), fc.constantFrom('', '-A', '-2026'))
    .map((parts) => parts.join('')),
  po: digits(4).map((number) => `PO-${number}`),
  net: fc.integer({ min: 1_00, max: 98_765_43 }),
  vat: fc.integer({ min: 1, max: 19_753_08 }),
  acct: fc
    .tuple(digits(2), digits(2), digits(2), digits(8))
    .map(([a, b, c, number]) => `${a}-${b}-${c}/${number}`),
  currency: fc.constantFrom('GBP', 'EUR', 'USD'),
});

/** Hundredths as on a line. */
export function amount(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

const signs = { GBP: '£', EUR: '€', USD: '$' } as const;

function grouped(hundredths: number, mark: string, point: string): string {
  const [whole = '', cents = ''] = amount(hundredths).split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, mark)}${point}${cents}`;
}

/** The ways in which people write amounts. */
const ways: readonly ((hundredths: number, currency: Invoice['currency']) => string)[] = [
  (value) => amount(value),
  (value) => grouped(value, ',', '.'),
  (value) => grouped(value, '.', ','),
  (value) => grouped(value, '\u00a0', ','),
  (value) => grouped(value, '’', '.'),
  (value, currency) => `${signs[currency]}${grouped(value, ',', '.')}`,
  (value, currency) => `${grouped(value, '.', ',')} ${signs[currency]}`,
  (value, currency) => `${currency} ${grouped(value, ',', '.')}`,
  (value, currency) => `${grouped(value, ',', '.')}${currency}`,
];

/** The ways in which accounts are written. */
const accounts: readonly ((acct: string) => string)[] = [
  (acct) => acct,
  (acct) => acct.replace('/', ' / '),
  (acct) => `sort code ${acct.replace('/', ', account ')}`,
  (acct) => acct.replaceAll('-', '').replace('/', ' '),
  (acct) => `${acct.split('/')[0]?.replaceAll('-', ' ')} account ${acct.split('/')[1]}`,
];

/** Layouts of an invoice: a letter, a table, one line. */
const layouts: readonly ((
  said: Readonly<Record<'ref' | 'po' | 'net' | 'vat' | 'total' | 'acct' | 'currency', string>>,
) => string)[] = [
  ({ ref, po, net, vat, total, acct, currency }) =>
    `Dear team,\n\nour invoice ${ref} for your order ${po} comes to ${net} net, to which ${vat} VAT is added: ${total} (${currency}).\nPlease pay to ${acct}.\n`,
  ({ ref, po, net, vat, total, acct, currency }) =>
    `Invoice   ${ref}\nOrder     ${po}\n\n  Net      ${net}\n  VAT 20%  ${vat}\n  Total ${currency}  ${total}\n\nBank: ${acct}\n`,
  ({ ref, po, net, vat, total, acct, currency }) =>
    `${ref}: ${total}, of it VAT ${vat}, net ${net}, ${currency}; ${po}; ${acct}`,
];

/** An invoice in some form, and its line. */
export const written: fc.Arbitrary<Written> = fc
  .tuple(invoices, fc.nat(ways.length - 1), fc.nat(accounts.length - 1), fc.nat(layouts.length - 1))
  .map(([invoice, way, account, layout]) => {
    const say = (value: number): string => ways[way]?.(value, invoice.currency) ?? '';
    const text = layouts[layout]?.({
      ref: invoice.ref,
      po: invoice.po,
      net: say(invoice.net),
      vat: say(invoice.vat),
      total: say(invoice.net + invoice.vat),
      acct: accounts[account]?.(invoice.acct) ?? '',
      currency: invoice.currency,
    });
    return { invoice, text: text ?? '', line: lineOf(invoice) };
  });

/** The line of an invoice. */
export function lineOf({ ref, po, net, vat, acct, currency }: Invoice): string {
  const sums = `net=${amount(net)} vat=${amount(vat)} amt=${amount(net + vat)} cur=${currency} kind=GROSS`;
  return `RW1 ST extractor-1 p=pay from=extractor to=reconciler item=inv:${ref} sup=marlow po=${po} ${sums} acct=${acct} src=email:1`;
}

/** A misreading of an invoice: a digit of one value is another, or two digits changed places. */
export const misreadings: fc.Arbitrary<(invoice: Invoice) => Invoice> = fc
  .tuple(
    fc.constantFrom('ref', 'po', 'net', 'vat', 'acct', 'currency'),
    fc.nat(11),
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
  )
  .map(([slot, at, by, swaps]) => (invoice: Invoice): Invoice => {
    if (slot === 'currency') return { ...invoice, currency: invoice.currency === 'GBP' ? 'EUR' : 'GBP' };
    const value = String(invoice[slot as 'ref']);
    const misread = swaps ? swapped(value, at) : changed(value, at, by);
    return { ...invoice, [slot]: typeof invoice[slot as 'net'] === 'number' ? Number(misread) : misread };
  });

function places(value: string): readonly number[] {
  return [...value.matchAll(/\d/g)].map(({ index }) => index);
}

function changed(value: string, at: number, by: number): string {
  const all = places(value);
  const place = all[at % all.length] ?? 0;
  return `${value.slice(0, place)}${(Number(value[place]) + by) % 10}${value.slice(place + 1)}`;
}

function swapped(value: string, at: number): string {
  const all = places(value);
  const [one = 0, other = 0] = [all[at % all.length], all[(at + 1) % all.length]].sort(
    (a = 0, b = 0) => a - b,
  );
  return `${value.slice(0, one)}${value[other]}${value.slice(one + 1, other)}${value[one]}${value.slice(other + 1)}`;
}
