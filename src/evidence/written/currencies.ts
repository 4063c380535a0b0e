/** The codes of ISO 4217 that are in use. */
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP ' +
  'CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ' +
  'ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
  'MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
  'SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG';

/** A code, as part of a pattern. */
export const currencyCode: string = `(?:${codes.replaceAll(' ', '|')})`;

/** Signs and words by which people write that a figure is money, whichever; a letter before `$` belongs to it. */
export const currencySign: string = '(?:[A-Z]{0,3}\\p{Sc}|Rs\\.?|Fr\\.?|kr\\.?)';
export const currencyWord: string =
  '(?:pounds?|euros?|dollars?|francs?|rupees?|pence|cents?|sterling|[Pp]ounds?|[Ee]uros?|[Dd]ollars?)';

const code = new RegExp(`(?<![\\p{L}\\p{N}])${currencyCode}(?![\\p{L}\\p{N}])`, 'gu');

/** The codes that stand in a text. */
function currencyCodesIn(text: string): readonly string[] {
  return [...text.matchAll(code)].map(([found]) => found);
}

const dollars =
  'USD CAD AUD NZD SGD HKD MXN TWD ARS CLP COP BBD BMD BND BSD BZD DOP FJD GYD JMD KYD LRD NAD SBD SRD TTD UYU XCD';
const pounds = 'GBP EGP FKP GIP LBP SDG SHP SSP SYP';
const rupees = 'INR LKR MUR NPR PKR SCR';
const francs = 'CHF BIF CDF DJF GNF KMF RWF XAF XOF XPF';

/** The currencies that a sign or a word may stand for. One that is not here may stand for any. */
const meant: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  '£': pounds,
  pound: pounds,
  sterling: 'GBP',
  $: dollars,
  dollar: dollars,
  us$: 'USD',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  hk$: 'HKD',
  nz$: 'NZD',
  s$: 'SGD',
  r$: 'BRL',
  '¥': 'JPY CNY',
  '₹': 'INR',
  rs: rupees,
  rupee: rupees,
  fr: francs,
  franc: francs,
  kr: 'SEK NOK DKK ISK',
  '₽': 'RUB',
  '₩': 'KRW KPW',
  '₺': 'TRY',
  '₪': 'ILS',
  '₦': 'NGN',
};

/** Whether what is written beside an amount is a code, a sign or a word for another currency than that of a code. */
export function isOtherCurrency(written: string, code: string): boolean {
  if (/^[A-Z]{3}$/.test(written)) return written !== code;
  const name = written
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/(?<=\p{L}{3})s$/u, '');
  return Object.hasOwn(meant, name) && !meant[name]?.split(' ').includes(code);
}

export function isCurrency(code: string): boolean {
  return currencyCodesIn(code)[0] === code;
}
