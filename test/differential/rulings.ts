import { levels, neverEchoed } from '../../src/vocabulary/vocabulary.ts';
import type { Anatomy, Word } from './anatomy.ts';

/**
 * A point on which we decide otherwise than the peer. It excuses a difference only where `covers` holds of the word
 * that our finding points at, and the finding has one of `codes`; see `differencesOf` for the codes in brackets.
 */
export interface Ruling {
  /** The ruling's number in the spec, or the section of a fact that the peer does not follow. */
  readonly ruling: string;
  readonly says: string;
  readonly codes: readonly string[];
  readonly covers: (word: Word, line: Anatomy) => boolean;
  readonly example: string;
}

const unwelcome =
  /[\p{Cc}\p{Cs}\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\u3164\u115f\u1160]/u;
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u3164\u115f\u1160]/u;
const foreignDigit = /(?![0-9])\p{Nd}/u;
const digitTypes = /^(date|time|int:.*|money|num|days|msgid|digest)$/;
const cancelReasons = ['REVOKED', 'SUPERSEDED', 'EXPIRED', 'TIMEOUT'];
const handoff = 'RW1 HO a-1 from=a to=b item=x ask=FIX';
const payment = 'RW1 ST payer-1 p=pay from=payer to=human item=x';
const assertion = 'RW1 ST record-1 p=clin from=record to=human act=OBS pol=POS cert=CERT subj=PT time=CUR';

function isRealDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return (
    year !== '0000' &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(`${year}-${month}-${day}`)
  );
}

function shapesOf({ key }: Word, { vocabulary, type }: Anatomy): readonly string[] {
  const rules = vocabulary.profile?.shapes ?? [];
  return (
    rules.find((rule) => rule.slot === key && (rule.on ?? [type]).some((on) => on === type))?.forms ?? []
  );
}

const marks = {
  n: '(?<n>[1-9][0-9]*)',
  m: '(?<m>[1-9][0-9]*)',
  day: '(?<day>[0-9]{8})',
  hhmm: '(?:[01][0-9]|2[0-3])[0-5][0-9]',
  id: '[^#+]+',
} as const;

/** Whether a value has a form of a profile's shape rule, with real days and ascending numbers. */
function hasForm(value: string, form: string): boolean {
  const pattern = form.replace(/<(\w+)>/g, (_, mark: keyof typeof marks) => marks[mark]);
  const { n = '0', m, day } = new RegExp(`^${pattern}$`, 'u').exec(value)?.groups ?? {};
  if (!new RegExp(`^${pattern}$`, 'u').test(value)) return false;
  return (m === undefined || BigInt(m) > BigInt(n)) && (day === undefined || isRealDay(day));
}

function isOffTotal({ vocabulary, type, slots }: Anatomy): boolean {
  const amountOf = (key: string): bigint => BigInt((slots.get(key)?.value ?? '0').replace('.', ''));
  return (vocabulary.profile?.sums ?? []).some(
    ({ on = [type], total, parts, when = {} }) =>
      on.some((one) => one === type) &&
      [total, ...parts].every((key) => slots.has(key)) &&
      Object.entries(when).every(([key, values]) => values.includes(slots.get(key)?.value ?? null)) &&
      amountOf(total) !== parts.map(amountOf).reduce((sum, part) => sum + part, 0n),
  );
}

function mixesScripts(value: string): boolean {
  const words = value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
  );
}

function isShapeless(word: Word, line: Anatomy): boolean {
  const forms = shapesOf(word, line);
  if (forms.length === 0) return false;
  return word.elements.some((element) => !forms.some((form) => hasForm(element, form)));
}

export const rulings: readonly Ruling[] = [
  {
    ruling: '2',
    says: 'the line end is no fault; the peer warns of white space at the end',
    codes: ['(silence)'],
    covers: (_, { raw }) => raw.endsWith('\n'),
    example: `${handoff}\r\n`,
  },
  {
    ruling: '2',
    says: 'only ASCII blanks are cut from the ends; the peer cuts every white space off the tail',
    codes: ['(message)', '(silence)'],
    covers: (_, { tail }) => /\p{White_Space}$/u.test(tail ?? ''),
    example: `${handoff} // tail\u00a0`,
  },
  {
    ruling: '2',
    says: 'x_ alone is a bad key',
    codes: ['slot/bad-key'],
    covers: ({ key }) => key === 'x_',
    example: `${handoff} x_=1`,
  },
  {
    ruling: '3',
    says: 'a CX says why, with one of four codes: warning',
    codes: ['message/cx-why'],
    covers: (_, { type, slots }) => type === 'CX' && !cancelReasons.includes(slots.get('why')?.value ?? ''),
    example: 'RW1 CX a-2 re=a-1 from=a to=b item=x',
  },
  {
    ruling: 'R2',
    says: 'an empty tail is written as a tail; the peer leaves it out of the line that it writes',
    codes: ['(written)'],
    covers: (_, { tail }) => tail === '',
    example: `${handoff} //`,
  },
  {
    ruling: 'R3',
    says: 'nobody writes to himself',
    codes: ['message/to-itself'],
    covers: ({ key, value }, { slots }) => key === 'to' && value === slots.get('from')?.value,
    example: 'RW1 HO a-1 from=a to=a item=x ask=FIX',
  },
  {
    ruling: 'R3',
    says: 'human is reserved in every case',
    codes: ['slot/human-case'],
    covers: ({ type, elements }) =>
      type === 'agent' && elements.some((name) => name !== 'human' && name.toLowerCase() === 'human'),
    example: 'RW1 HO a-1 from=a to=Human item=x ask=FIX',
  },
  {
    ruling: 'R5',
    says: 'a word holds no control, white space or invisible character',
    codes: [
      'line/control-character',
      'line/surrogate',
      'line/version',
      'line/type',
      'line/id',
      'line/unknown-profile',
      'slot/blank',
      'slot/invisible',
      'slot/no-equals',
      'slot/bad-key',
      'slot/value',
      'slot/not-ascii',
    ],
    covers: ({ part, text }) => part === 'word' && unwelcome.test(text),
    example: 'RW1 HO a-1 from=a to=b item=x\u202ey ask=FIX',
  },
  {
    ruling: 'R5',
    says: 'a tail holds no control, line separator or half character',
    codes: ['line/control-character', 'line/surrogate'],
    covers: ({ part, text }) => part === 'tail' && /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text),
    example: `${handoff} // ok\u2028RW1 AN a-9 re=b-1 from=a to=b val=Y`,
  },
  {
    ruling: 'R5',
    says: 'a tail holds no bidi embedding, override or isolate',
    codes: ['tail/bidi'],
    covers: ({ part, text }) => part === 'tail' && /[\u202a-\u202e\u2066-\u2069]/u.test(text),
    example: `${handoff} // ok\u202eko`,
  },
  {
    ruling: 'R5',
    says: 'an invisible character in a tail: warning',
    codes: ['tail/invisible'],
    covers: ({ part, text }) => part === 'tail' && unseen.test(text.replace(/\p{RGI_Emoji}/gv, '')),
    example: `${handoff} // o\u200bk`,
  },
  {
    ruling: 'R6',
    says: 'digits are ASCII digits',
    codes: ['slot/value', 'slot/not-ascii', 'line/id', 'message/shape', 'message/answer-vocabulary'],
    covers: (word, line) =>
      foreignDigit.test(word.text) &&
      (digitTypes.test(word.type) ||
        word.key === 'val' ||
        word.key === '' ||
        shapesOf(word, line).length > 0),
    example: `${handoff} due=2026100٢`,
  },
  {
    ruling: 'R7',
    says: 'a value that some act runs with is printable ASCII',
    codes: ['slot/not-ascii'],
    covers: ({ key, value }, { vocabulary }) => vocabulary.execSlots.has(key) && /[^\x21-\x7e]/u.test(value),
    example: `${payment} sup=mаrlow`,
  },
  {
    ruling: 'R7',
    says: 'a Cyrillic or Greek letter in a word with Latin ones: warning',
    codes: ['slot/look-alike'],
    covers: ({ value }) => mixesScripts(value),
    example: 'RW1 HO a-1 from=a to=b item=mаrlow ask=FIX',
  },
  {
    ruling: 'R8',
    says: 'no line is longer than 8,192 code points',
    codes: ['line/too-long'],
    covers: (_, { raw }) => [...raw].length > 8192,
    example: `${handoff} x_a=${'v'.repeat(8192)}`,
  },
  {
    ruling: 'R9',
    says: 'h is 12 hex digits in lower case',
    codes: ['slot/value'],
    covers: ({ key, value }) => key === 'h' && !/^[0-9a-f]{12}$/.test(value),
    example: 'RW1 RB b-1 re=a-1 from=b to=a item=x ask=FIX h=33B212141208',
  },
  {
    ruling: 'R10',
    says: 'a message id is <agent>-<digits>',
    codes: ['slot/value'],
    covers: ({ type, elements }) => type === 'msgid' && elements.some((id) => !/^[\w.-]+-[0-9]+$/.test(id)),
    example: `${handoff} re=b`,
  },
  {
    ruling: 'R11',
    says: 'a date is a real day',
    codes: ['slot/value'],
    covers: ({ type, elements }) =>
      type === 'date' && elements.some((day) => /^[0-9]{8}$/.test(day) && !isRealDay(day)),
    example: `${handoff} due=20260229`,
  },
  {
    ruling: 'R12',
    says: 'a time is a real day and a time of it',
    codes: ['slot/value'],
    covers: ({ type, value }) =>
      type === 'time' &&
      /^[0-9]{8}T[0-9]{4}Z$/.test(value) &&
      !(isRealDay(value.slice(0, 8)) && /T([01][0-9]|2[0-3])[0-5][0-9]Z$/.test(value)),
    example: `${handoff} exp=20261002T2400Z`,
  },
  {
    ruling: 'R13',
    says: 'a number of days has at most 9 digits',
    codes: ['slot/value'],
    covers: ({ type, value }) => type === 'days' && /^[0-9]{10,}d?$/.test(value),
    example: 'RW1 HO TRI-1 p=pform from=TRI to=STR item=x ask=FIX stall=1234567890',
  },
  {
    ruling: 'R14',
    says: 'an amount has one shape: no leading nought, no negative nought',
    codes: ['slot/value'],
    covers: ({ type, value }) => type === 'money' && /^-?0[0-9]+\.[0-9]{2}$|^-0\.00$/.test(value),
    example: `${payment} tot=05400.00`,
  },
  {
    ruling: 'R15',
    says: 'no element of a list is empty',
    codes: ['slot/list-element'],
    covers: ({ isList, elements }) => isList && elements.includes(''),
    example: `${handoff} keep=a++b`,
  },
  {
    ruling: 'R16',
    says: 'no option twice',
    codes: ['message/opts-twice'],
    covers: ({ key, elements }, { slots }) =>
      key === 'opts' && slots.get('need')?.value === 'ENUM' && new Set(elements).size < elements.length,
    example: 'RW1 AQ a-1 from=a to=b need=ENUM opts=A+A',
  },
  {
    ruling: 'R16',
    says: 'options without need=ENUM: warning',
    codes: ['message/opts-unused'],
    covers: ({ key }, { slots }) => key === 'opts' && slots.get('need')?.value !== 'ENUM',
    example: 'RW1 AQ a-1 from=a to=b need=TEXT opts=A+B',
  },
  {
    ruling: 'R17',
    says: 'ask=UNDO names exactly one message in ctx',
    codes: ['message/undo-ctx'],
    covers: (_, { slots }) =>
      slots.get('ask')?.value === 'UNDO' && (slots.get('ctx')?.elements ?? []).length !== 1,
    example: 'RW1 HO a-1 from=a to=b item=x ask=UNDO ctx=b-1+b-2',
  },
  {
    ruling: 'R18',
    says: 'rb names levels and slots of the profile',
    codes: ['message/rb-element'],
    covers: ({ key, elements }, { vocabulary }) =>
      key === 'rb' && elements.some((element) => !levels.includes(element) && !vocabulary.slots.has(element)),
    example: `${handoff} rb=exce`,
  },
  {
    ruling: 'R18',
    says: 'rb names what no readback echoes: warning',
    codes: ['message/rb-never-echoed'],
    covers: ({ key, elements }) => key === 'rb' && elements.some((element) => neverEchoed.has(element)),
    example: `${handoff} rb=exp`,
  },
  {
    ruling: 'R19',
    says: 'keys holds constraint keys, never values',
    codes: ['message/keys-element'],
    covers: ({ key, elements }, { vocabulary }) =>
      key === 'keys' && elements.some((element) => !vocabulary.constraintKeys.has(element.toLowerCase())),
    example: `${handoff} keys=len:120w`,
  },
  {
    ruling: 'R19',
    says: 'an element of acc is key:value',
    codes: ['message/acc-element'],
    covers: ({ key, elements }) => key === 'acc' && elements.some((element) => !/^[^:]+:./su.test(element)),
    example: `${handoff} acc=40-12-88`,
  },
  {
    ruling: 'R19',
    says: 'a key of acc outside the set: warning',
    codes: ['message/acc-key'],
    covers: ({ key, elements }, { vocabulary }) =>
      key === 'acc' &&
      elements.some((element) => !vocabulary.constraintKeys.has((element.split(':')[0] ?? '').toLowerCase())),
    example: `${handoff} acc=foo:1`,
  },
  {
    ruling: 'R23',
    says: 'a value has a form of the profile',
    codes: ['message/shape'],
    covers: isShapeless,
    example: 'RW1 AN payer-1 re=human-1 p=pay from=payer to=human val=Y src=email7',
  },
  {
    ruling: 'R23',
    says: 'a pointer into a namespace of its own: warning',
    codes: ['message/namespace'],
    covers: isShapeless,
    example: `${payment} src=note:7`,
  },
  {
    ruling: 'R23',
    says: 'amounts add up, on every type of message',
    codes: ['message/sum'],
    covers: (_, line) => isOffTotal(line),
    example: `${payment} kind=NET net=1.00 amt=2.00 cur=GBP`,
  },
  {
    ruling: 'R23',
    says: 'slots that belong together come together',
    codes: ['message/together'],
    covers: (_, { vocabulary, type, slots }) =>
      (vocabulary.profile?.together ?? []).some(
        (rule) =>
          rule.on.some((on) => on === type) &&
          rule.if.every((key) => slots.has(key)) &&
          !rule.then.every((key) => slots.has(key)),
      ),
    example: `${payment} src=email:7 amt=1.00 cur=GBP`,
  },
  {
    ruling: 'R23',
    says: 'an item begins with a kind of the profile',
    codes: ['message/item-kind'],
    covers: ({ key, value }, { vocabulary, type }) =>
      key === 'item' &&
      (vocabulary.profile?.item_kinds_on ?? []).some((on) => on === type) &&
      !Object.hasOwn(vocabulary.profile?.item_kinds ?? {}, value.split(':')[0] ?? ''),
    example: `${assertion} item=cough src=doc:1#l1 // coughs`,
  },
  {
    ruling: 'R23',
    says: 'the words of the source stand in the tail',
    codes: ['message/tail-required'],
    covers: (_, { vocabulary, type, tail }) =>
      (vocabulary.profile?.tail_on ?? []).some((on) => on === type) && (tail ?? '') === '',
    example: `${assertion} item=sym:cough src=doc:1#l1`,
  },
  {
    ruling: '3',
    says: 'a tail that is needed holds a character that can be seen',
    codes: ['message/needs-tail', 'message/tail-required'],
    covers: (_, { tail }) => (tail ?? '') !== '' && [...(tail ?? '')].every((one) => unwelcome.test(one)),
    example: 'RW1 AN b-1 re=a-1 from=b to=a val=tail // \u200b',
  },
  {
    ruling: 'R23',
    says: 'an amount to be paid is above nought',
    codes: ['message/not-positive'],
    covers: ({ key, value }, { vocabulary, slots }) =>
      (vocabulary.profile?.positive?.[slots.get('ask')?.value ?? ''] ?? []).includes(key) &&
      /^-|^0\.00$/.test(value),
    example: 'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=x ask=PAY amt=0.00',
  },
  {
    ruling: 'R24',
    says: 'a DN of deploy takes down, since MIGRATE runs with it; the peer warns',
    codes: ['(silence)'],
    covers: ({ part }, { vocabulary, type, slots }) =>
      part === 'line' && vocabulary.name === 'deploy' && type === 'DN' && slots.has('down'),
    example: 'RW1 DN release-1 re=oncall-1 p=deploy from=release to=oncall item=x out=OK down=Y',
  },
];
