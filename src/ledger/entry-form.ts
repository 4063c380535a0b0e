import type { EntryBody } from './entry.ts';
import { isFact } from './fact-forms.ts';
import { count, flag, has, hex, is, isObject, maybe, orNull, text, texts } from './form.ts';
import type { Kept } from './ledger.ts';
import type { MessageRow } from './state.ts';
import type { KeptRow } from './store.ts';

const name = is(text);
const nameOrNull = orNull(name);

/** The members of a message that state is made of. */
const message = has<Pick<MessageRow, 'id' | 'type' | 'from' | 'to' | 're'> & { item: string | null }>({
  id: name,
  type: name,
  from: name,
  to: name,
  re: maybe(nameOrNull),
  item: maybe(nameOrNull),
});

const body = has<EntryBody>({
  line: nameOrNull,
  message: orNull(message),
  digest: nameOrNull,
  refused: nameOrNull,
  verdict: orNull(isObject),
  facts: (value) => Array.isArray(value) && value.every(isFact),
  delegateFor: nameOrNull,
  person: is(flag),
  program: name,
  profile: nameOrNull,
  kept: maybe(nameOrNull),
  salt: maybe(name),
  redacted: maybe(is(count)),
  dropped: maybe(is(hex(64))),
});

/** The body that a text is, when this version can fold it; else null. */
export function bodyIn(written: string): EntryBody | null {
  const value = jsonIn(written);
  if (!body(value)) return null;
  const found = value as EntryBody; // it has every member
  return found.facts.every(({ fact }) => fact !== 'opened' || isHandoff(found)) ? found : null;
}

/** The hash of the text that was dropped, where a text says that it is what is left of an entry; null where it does not. */
export function droppedIn(written: string): string | null {
  const value = jsonIn(written);
  if (!isObject(value) || !Object.hasOwn(value, 'dropped')) return null;
  return is(hex(64))(value['dropped']) ? String(value['dropped']) : null;
}

/** What opens a handoff is one, on an item. */
function isHandoff({ message: found }: EntryBody): boolean {
  return found?.['type'] === 'HO' && typeof found['item'] === 'string';
}

const kept = has<Kept>({
  record: maybe(isObject),
  add: maybe(is(texts)),
  withheld: maybe(isObject),
  criteria: maybe(is(texts)),
  onlyRecorded: maybe(is(flag)),
  call: maybe(is(text)),
});

const keptRow = has<KeptRow>({
  principal: name,
  kept: orNull(kept),
  diagnostics: orNull((value) => Array.isArray(value) && value.every(isObject)),
  salt: maybe(name),
});

/** Whether a text is one of what is kept beside an entry, written as this version writes it. */
export function isKeptText(written: string): boolean {
  const value = jsonIn(written);
  return keptRow(value) && JSON.stringify(value) === written;
}

function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
