import type { Book, Effect } from './book.ts';
import type { Manners } from './faults.ts';

type Values = Readonly<Record<string, string>>;

/** What the bank is asked, as it arrives on standard input. */
export interface Request {
  readonly verb: 'execute' | 'look-up';
  /** One effect a key, however often it is asked for. */
  readonly key: string;
  /** The last moment to start, YYYYMMDDTHHMMZ. */
  readonly validUntil: string | null;
  readonly ask: string;
  readonly item: string;
  readonly values: Values;
}

/** What the bank says, as it leaves on standard output. */
export type Reply =
  | { readonly outcome: 'executed' | 'found'; readonly values: Values; readonly reference: string }
  | {
      readonly outcome: 'declined';
      readonly reason: string;
      readonly final: boolean;
      readonly retry: boolean;
    }
  | { readonly outcome: 'not-found' };

/** Does what it is told, once a key, and not past the valid-until; `now` is YYYYMMDDTHHMMZ. */
export function execute(book: Book, request: Request, manners: Manners, now: string): Reply {
  const { key, ask, item, values } = request;
  return book.all((): Reply => {
    const before = find(book, key);
    if (before !== undefined) {
      book.askedAgain(key);
      return same(before.told, values)
        ? report('executed', before, manners)
        : no('the key is that of another act');
    }
    const refusal = book.refusal(key);
    if (refusal !== null) return no(refusal);
    const did = { ...values, ...manners.executes, ...manners.lies };
    const objection = objectionTo(request, manners, now) ?? carryOut(book, ask, did, key);
    if (objection !== null) {
      book.refuse(key, objection);
      return no(objection);
    }
    book.record({ key, ask, item, told: values, did });
    return report('executed', find(book, key) as Effect, manners);
  });
}

function objectionTo({ validUntil }: Request, { declines }: Manners, now: string): string | null {
  if (validUntil !== null && now >= validUntil) return `valid until ${validUntil}, and it is ${now}`;
  return declines ? 'refused by the bank' : null;
}

/** What was done under a key. */
export function lookUp(book: Book, { key }: Request, manners: Manners): Reply {
  const effect = find(book, key);
  return effect === undefined ? { outcome: 'not-found' } : report('found', effect, manners);
}

function find(book: Book, key: string): Effect | undefined {
  return book.effects().find((effect) => effect.key === key);
}

/** Changes the payees and takes payments back; returns what stands against it. */
function carryOut(book: Book, ask: string, did: Values, key: string): string | null {
  const { sup = '', acct = '', prev } = did;
  if (ask === 'CHGBANK') {
    if (book.account(sup) !== prev) return `${prev} is not the account on file`;
    book.move(sup, acct);
  }
  if (ask === 'UNDO') {
    const effect = book
      .effects()
      .find((one) => one.ask !== 'UNDO' && one.reversedBy === null && same(one.did, did));
    if (effect === undefined) return 'there is no such act to take back';
    book.reverse(effect.reference, key);
    if (effect.ask === 'CHGBANK') book.move(sup, prev ?? acct);
  }
  return null;
}

function report(outcome: 'executed' | 'found', effect: Effect, { lies }: Manners): Reply {
  const { told, did, reference } = effect;
  return { outcome, values: lies === null ? did : told, reference };
}

/** This bank never changes a no. */
function no(reason: string): Reply {
  return { outcome: 'declined', final: true, reason, retry: false };
}

function same(a: Values, b: Values): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
