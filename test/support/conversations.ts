import fc, { type Arbitrary } from 'fast-check';

/** When everything in a conversation is over: past every exp, due and by. */
export const afterwards = '20271001T0900Z';

/** The lines of one handoff's life, in order; `n` keeps its ids and its item apart from those of others. */
type Story = (n: number) => readonly string[];

const executed =
  'sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929';

/** The lines that stories are told with: a payment under pay, a draft under core; `id` is an agent's k-th of a story. */
export interface Lines {
  readonly id: (agent: string, k: number) => string;
  readonly ho: string;
  readonly rb: string;
  readonly yes: string;
  readonly dn: string;
  readonly noop: string;
  readonly un: string;
  readonly fl: string;
  readonly cx: string;
  readonly ack: string;
  readonly question: string;
  readonly hold: string;
  readonly status: string;
  readonly draft: string;
  readonly echo: string;
  readonly written: string;
}

export function linesOf(n: number): Lines {
  const item = `item=inv:${n}`;
  const id = (agent: string, k: number): string => `${agent}-${n * 20 + k}`;
  const pay = 'p=pay from=scheduler to=payer';
  const back = 'p=pay from=payer to=scheduler';
  const [ho, rb] = [id('scheduler', 1), id('payer', 1)];
  return {
    ho: `RW1 HO ${ho} ${pay} ${item} ask=PAY rb=exec ${executed} exp=20261002T1700Z`,
    rb: `RW1 RB ${rb} re=${ho} ${back} ${item} ask=PAY ${executed} exp=20261002T1630Z x_tok=tk${n}`,
    yes: `RW1 AN ${id('scheduler', 2)} re=${rb} ${pay} val=Y x_tok=tk${n}`,
    dn: `RW1 DN ${id('payer', 2)} re=${ho} ${back} ${item} out=OK ${executed} // as executed`,
    noop: `RW1 DN ${id('payer', 2)} re=${ho} ${back} ${item} out=NOOP // nothing ran`,
    un: `RW1 UN ${id('payer', 3)} re=${ho} ${back} ${item} why=NOCTX`,
    fl: `RW1 FL ${id('payer', 3)} re=${ho} ${back} ${item} why=ERR`,
    cx: `RW1 CX ${id('scheduler', 4)} re=${ho} ${pay} ${item} why=REVOKED`,
    ack: `RW1 AN ${id('payer', 5)} re=${id('scheduler', 4)} ${back} val=Y`,
    question: `RW1 AQ ${id('payer', 6)} re=${ho} p=pay from=payer to=human need=ENUM opts=APPROVE+HOLD by=20261003`,
    hold: `RW1 AN ${id('human', 1)} re=${id('payer', 6)} p=pay from=human to=payer val=HOLD`,
    status: `RW1 ST ${id('payer', 7)} re=${ho} ${back} ${item} pct=50`,
    draft: `RW1 HO ${ho} from=scheduler to=payer ${item} ask=DRAFT due=20261002`,
    echo: `RW1 RB ${rb} re=${ho} from=payer to=scheduler ${item} ask=DRAFT due=20261002`,
    written: `RW1 DN ${id('payer', 2)} re=${ho} from=payer to=scheduler ${item} out=OK`,
    id,
  };
}

/** The same line under other ids: `ids` maps the ones that change. */
export function renamed(line: string, ids: Readonly<Record<string, string>>): string {
  return line
    .split(' ')
    .map((word) => {
      const [key, value] = word.startsWith('re=') ? ['re=', word.slice(3)] : ['', word];
      return key + (ids[value] ?? value);
    })
    .join(' ');
}

/** Ways in which a handoff goes right. */
export const stories: Readonly<Record<string, Story>> = {
  paid: (n) => {
    const { ho, rb, yes, status, dn } = linesOf(n);
    return [ho, rb, yes, status, dn];
  },
  drafted: (n) => {
    const { draft, echo, written } = linesOf(n);
    return [draft, echo, written];
  },
  declined: (n) => {
    const { ho, un } = linesOf(n);
    return [ho, un];
  },
  failed: (n) => {
    const { ho, rb, yes, fl } = linesOf(n);
    return [ho, rb, yes, fl];
  },
  cancelled: (n) => {
    const { ho, rb, cx, ack } = linesOf(n);
    return [ho, rb, cx, ack];
  },
  'cancelled, nothing ran': (n) => {
    const { ho, cx, noop } = linesOf(n);
    return [ho, cx, noop];
  },
  'cancelled too late': (n) => {
    const { ho, rb, yes, dn, cx } = linesOf(n);
    return [ho, rb, yes, dn, cx];
  },
  'read back wrong, sent again': (n) => {
    const { ho, rb, yes, dn, id } = linesOf(n);
    const again = { [id('scheduler', 1)]: id('scheduler', 8), [id('payer', 1)]: id('payer', 8) };
    const [first, second] = [ho.replace(' from', ` re=${id('payer', 1)} from`), rb];
    const sent = renamed(first, { [id('scheduler', 1)]: id('scheduler', 8) });
    return [
      ho,
      rb.replace('5400.00', '5100.00'),
      sent,
      ...[second, yes, dn].map((line) => renamed(line, again)),
    ];
  },
  'read back wrong, corrected': (n) => {
    const { ho, rb, yes, dn, id } = linesOf(n);
    const again = { [id('payer', 1)]: id('payer', 8) };
    return [ho, rb.replace('MD-2026-057', 'MD-2026-058'), renamed(rb, again), renamed(yes, again), dn];
  },
  'refused, read back anew': (n) => {
    const { ho, rb, yes, dn, id } = linesOf(n);
    const again = { [id('payer', 1)]: id('payer', 8), [id('scheduler', 2)]: id('scheduler', 9) };
    const no = yes.replace(`val=Y x_tok=tk${n}`, 'val=N');
    return [ho, rb, no, ...[rb, yes, dn].map((line) => renamed(line, again))];
  },
  'sent twice, closed as a duplicate': (n) => {
    const { ho, rb, yes, dn, id } = linesOf(n);
    const [first, retry] = [id('scheduler', 1), id('scheduler', 8)];
    const again = ho.replace(`${first} `, `${retry} re=${first} `);
    const duplicate = `RW1 UN ${id('payer', 9)} re=${retry} p=pay from=payer to=scheduler item=inv:${n} why=DUP`;
    return [ho, rb, again, duplicate, yes, dn];
  },
  'sent again, unheard before': (n) => {
    const { ho, rb, yes, dn, id } = linesOf(n);
    const [first, retry] = [id('scheduler', 1), id('scheduler', 8)];
    const again = ho.replace(`${first} `, `${retry} re=${first} `);
    return [ho, again, ...[rb, yes, dn].map((line) => renamed(line, { [first]: retry }))];
  },
  'held, then approved': (n) => {
    const { ho, question, hold, rb, yes, dn, id } = linesOf(n);
    const again = { [id('payer', 6)]: id('payer', 8), [id('human', 1)]: id('human', 2) };
    const approved = hold.replace('HOLD', 'APPROVE');
    return [ho, question, hold, renamed(question, again), renamed(approved, again), rb, yes, dn];
  },
  'refused as unknown': (n) => {
    const { draft, id } = linesOf(n);
    const un = `RW1 UN ${id('payer', 3)} re=${id('scheduler', 1)} from=payer to=scheduler why=UNK // DRAFTX`;
    return [draft.replace('ask=DRAFT', 'ask=DRAFTX'), un];
  },
  relayed: (n) => {
    const { draft, echo, written, id } = linesOf(n);
    const back = `re=${id('human', 1)} from=scheduler to=human item=inv:${n}`;
    return [
      `RW1 HO ${id('human', 1)} from=human to=scheduler item=inv:${n} ask=DRAFT due=20261002`,
      `RW1 RB ${id('scheduler', 5)} ${back} ask=DRAFT due=20261002`,
      draft,
      echo,
      written,
      `RW1 DN ${id('scheduler', 6)} ${back} out=OK`,
    ];
  },
};

/** Several lists as one, each in its own order; `picks` says whose turn it is. */
export function interleaved(lists: readonly (readonly string[])[], picks: readonly number[]): string[] {
  const rest = lists.map((list) => [...list]);
  const all: string[] = [];
  for (let turn = 0; rest.some((list) => list.length > 0); turn++) {
    const waiting = rest.filter((list) => list.length > 0);
    const next = waiting[(picks[turn % Math.max(1, picks.length)] ?? 0) % waiting.length]?.shift();
    if (next !== undefined) all.push(next);
  }
  return all;
}

/** A conversation in which everything goes right, of handoffs that know nothing of each other. */
export const conversation: Arbitrary<string[]> = fc
  .tuple(
    fc.array(fc.constantFrom(...Object.values(stories)), { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }),
  )
  .map(([told, picks]) =>
    interleaved(
      told.map((story, n) => story(n + 1)),
      picks,
    ),
  );

/** Conversations with a few lines dropped, repeated, moved, mixed with others or changed by a word. */
export const brokenConversation: Arbitrary<string[]> = conversation.chain((lines) => {
  const words = [...new Set(lines.flatMap((line) => line.split(' ')))];
  const place = fc.nat(lines.length);
  const change = fc.oneof(
    fc.record({ what: fc.constant('drop' as const), at: place }),
    fc.record({ what: fc.constant('repeat' as const), at: place, to: place }),
    fc.record({ what: fc.constant('move' as const), at: place, to: place }),
    fc.record({
      what: fc.constant('word' as const),
      at: place,
      word: fc.nat(12),
      by: fc.constantFrom(...words),
    }),
    fc.record({
      what: fc.constant('slot' as const),
      at: place,
      word: fc.nat(12),
      by: fc.constantFrom(...words),
    }),
  );
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const all = [...lines];
    for (const one of changes) {
      const at = one.at % Math.max(1, all.length);
      const line = all[at];
      if (line === undefined) continue;
      if (one.what === 'drop') all.splice(at, 1);
      else if (one.what === 'repeat') all.splice(one.to, 0, line);
      else if (one.what === 'move') all.splice(one.to, 0, ...all.splice(at, 1));
      else if (one.what === 'word') all[at] = withWord(line, one.word, () => one.by);
      else all[at] = withWord(line, one.word, (word) => sameKey(word, one.by, words));
    }
    return all;
  });
});

function withWord(line: string, at: number, change: (word: string) => string): string {
  const words = line.split(' ');
  const place = at % words.length;
  return words.map((word, index) => (index === place ? change(word) : word)).join(' ');
}

/** Another value that the conversation gives the same slot. */
function sameKey(word: string, by: string, words: readonly string[]): string {
  const key = word.slice(0, word.indexOf('=') + 1);
  const others = words.filter((other) => key !== '' && other.startsWith(key) && other !== word);
  return others[by.length % Math.max(1, others.length)] ?? word;
}
