/** A set of words in lower case. */
function wordSet(...words: readonly string[]): ReadonlySet<string> {
  return new Set(words.join(' ').split(' '));
}

/** Names of amounts, in the languages whose invoices are common here. */
const labels =
  'total totals subtotal sub amount amounts sum net vat tax gross due pay paying paid payable payment price balance fee fees charge ' +
  'charges charged cost costs goods carriage delivery freight postage shipping labour parts materials value refund credit debit ' +
  'outstanding owe owed owing bill billed invoice invoiced inv order reverse remittance transfer standing import export gst ' +
  'betrag summe gesamt gesamtbetrag endbetrag rechnungsbetrag zahlbetrag gesamtsumme netto brutto mwst ust umsatzsteuer nettobetrag ' +
  'bruttobetrag rechnung montant ttc ht tva payer facture solde somme importe totale iva imponibile base fattura subtotale factura ' +
  'neto bruto totaal bedrag btw bruto factuur subtotaal kwota razem brutto moms belopp summa';
const currencies =
  'pound pounds euro euros dollar dollars franc francs rupee rupees pence cents sterling gbp eur usd chf';
const months =
  'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december';
const articles = 'is are ist est es è the a an in en';

/** Names of amounts before which no count stands, as one may stand behind a bare `total`. */
export const singleLabels: string =
  'ttc|ht|tva|mwst|ust|netto|brutto|betrag|gesamtbetrag|rechnungsbetrag|montant|payer|importe|iva|net|gross|vat|tax|due|payable|amount|balance';

/** What may stand right before an amount without changing it. */
export const harmlessBefore: ReadonlySet<string> = wordSet(
  labels,
  currencies,
  months,
  'is are be ist beträgt lautet for für pour exactly only all incl including inclusive excl excluding exclusive inc ex plus send ' +
    'sending remit collect collecting us me you now today settle settled settling it which here each per month week',
);

/** Words that say, with the last of them right before an amount, that it is one: `comes to`. */
export const harmlessPhrase: RegExp = /(?<!\p{L})(?:comes?|came|amounts?|adds? up|totals?|equal) to$/iu;

/** Joins a name of amounts to one: `a total of`. */
export const joining: ReadonlySet<string> = wordSet('of von de di');

/** What may stand right behind an amount without changing it. */
export const harmlessBehind: ReadonlySet<string> = wordSet(
  labels,
  currencies,
  articles,
  'plus incl including included inclusive excl excluding exclusive inc ex per only by to on for before within from as with back ' +
    'at will has have shall now today tomorrow this via through into against please thank thanks many which ref reference account zzgl ' +
    'inkl hors toutes taxes compris comprise each pro par month monthly',
);

/** What an amount may be for, behind a stroke: `5,400.00/month`. */
export const perWhat: ReadonlySet<string> = wordSet(
  'month months mo mth week wk day hour hr h year yr annum quarter unit item piece pc pcs each ea person user seat visit night box pack ' +
    'pallet set kg m m2 m3 l kwh page monat tag jahr stück stk mois jour an mes',
);

/** Words that stand in brackets beside an amount besides those that may stand right beside it. */
export const harmlessBracketed: ReadonlySet<string> = wordSet(
  'days day months weeks of at rate standard zero rated exempt free',
);

/** How many zeros a word behind a figure means. */
export const scales: Readonly<Record<string, number>> = {
  hundred: 2,
  k: 3,
  thousand: 3,
  thousands: 3,
  tsd: 3,
  tausend: 3,
  mille: 3,
  lakh: 5,
  lakhs: 5,
  lac: 5,
  lacs: 5,
  m: 6,
  mm: 6,
  mn: 6,
  mio: 6,
  mill: 6,
  million: 6,
  millions: 6,
  millionen: 6,
  crore: 7,
  crores: 7,
  bn: 9,
  billion: 9,
  billions: 9,
  mrd: 9,
  milliarden: 9,
  trillion: 12,
};

const scaleWords =
  'hundreds?|thousands?|millions?|billions?|trillions?|milliards?|milliarden|millionen|lakhs?|lacs?|crores?|dozens?|doz|tsd|tausend|mille|mio|mrd|bln|trn|' +
  'тыс|млн|млрд|[千万億]';
const whole = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})(?![\\p{L}\\p{N}-])`, 'iu');

/** Words that scale an amount, wherever near it they stand. */
export const scaling: RegExp = whole(scaleWords);

/** A text that gives its amounts in thousands or more: `in £000`, `TEUR`, `amounts in millions`. */
export const scaledText: RegExp = new RegExp(
  `(?<!\\p{L})(?:in|of) (?:(?:\\p{Sc}|[A-Z]{3}) ?)?(?:${scaleWords}|k|bn|mn)(?!\\p{L})|(?:\\p{Sc}|(?<!\\p{L})[A-Z]{3}) ?['’]?0{3}s?(?![\\d.,])|[(\\[] ?[x×]? ?['’]?1?[ .,]?0{3}s? ?[)\\]]|(?<![\\d])['’]0{3}s?(?![\\d.,])|` +
    '(?<![\\p{L}\\p{N}])(?:[kKTM]|Mio\\.? ?|Tsd\\.? ?|Mrd\\.? ?)(?:\\p{Sc}|EUR|GBP|USD|CHF)(?! ?\\d)(?!\\p{L})',
  'u',
);

/** Words that deny what their sentence says. */
export const denying: RegExp = new RegExp(
  `${whole('not|never|nor|neither|cannot|no longer|no more|instead|nicht|keine?[nrs]?|nie|jamais|pas|niet|geen|nunca|ikke|inte|dis(?:pute[ds]?|regard)').source}|\\p{L}n['’]t(?!\\p{L})`,
  'iu',
);

/** Words that say of an amount, in their clause, that it is no longer so, or never was. */
export const overturning: RegExp = whole(
  'old|former(?:ly)?|previous(?:ly)?|originally|was|were|wrong(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|by mistake|in error|erroneous(?:ly)?|' +
    'void(?:ed)?|cancel(?:led|ed)?|superseded?|withdrawn|revoked|invalid|ignore|outdated|storniert|falsch|alte[rsn]?|bisher|annulée?|ancien(?:ne)?|' +
    'draft|specimen|limit|capped|estimated?|hypothetical',
);

/** Words close to an amount that bound it. */
export const bounding: RegExp = whole(
  'minus|less|under|below|over|above|exceed(?:s|ing)?|at least|at most|max(?:imum)?|minimum|up to|about|around|approx(?:imately)?|roughly|circa|ca|nearly|almost|' +
    'between|more than|bis zu|etwa|ungefähr|höchstens|mindestens|maximal|abzüglich|abzgl|environ|moins|jusqu|minder|meno|hasta|menos',
);

/** Words that turn the sign of an amount: what is given back or taken off. */
export const crediting: RegExp = whole(
  'credit(?:ed|s)?|refund(?:ed|s)?|rebate|discount(?:ed)?|deduct(?:ed|ion|ions)?|reduc(?:ed|tion)|allowance|gutschrift|avoir|remise|rabatt|abzug|skonto',
);

/** Words by which an account is one no longer, or is another's. */
export const closing: RegExp = whole(
  'closed?|closing|blocked|frozen|fraud(?:ulent)?|scam|fake|suspicious|compromised|geschlossen|gesperrt|fermé',
);

/** Words close before a day that say a time before, after or near it. */
export const dating: RegExp = whole(
  'until|till|before|after|since|around|about|between|week of|prior to|later than|earlier than|bis|vor|nach|seit|avant|après|jusqu|depuis',
);

/** Words of a row, or of a column, by which a payment did not come about or was undone. */
export const undoing: RegExp = whole(
  'pending|reversal|reversed|returned|rejected|cancel(?:led|ed)|failed|declined|void(?:ed)?|recalled|storno|storniert|annulé',
);

/** Columns of a table whose amounts are what is there, not what was paid. */
export const standing: RegExp = whole('balance|saldo|solde|available|running|rate|kurs|budget');

/** Columns whose amounts are in a smaller or a larger unit than their currency. */
export const minor: RegExp = whole("pence|cents?|minor(?: units?)?|k|m|mn|bn|['’]?0{3}s?");
