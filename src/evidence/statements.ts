import { valueOn } from '../checks/values.ts';
import { lineOf, placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue, written } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import { rules } from './check-src-rules.ts';

/**
 * One line a statement (6.6): the same statement twice is one line too many, and one that says otherwise of the same
 * matter names the older line in re=. What a matter is, the profile says: without that, the whole statement.
 */
export function checkStatements(messages: readonly AnyMessage[], found: Diagnostic[]): void {
  checkIds(messages, found);
  const byMatter = new Map<string, AnyMessage>();
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of messages) {
    if (message.type !== 'ST' || !pointsAtSource(message)) continue;
    const matter = matterOf(message);
    const first = byMatter.get(matter);
    const corrects = message.re !== null && byId.get(message.re)?.type === 'ST';
    if (first === undefined || corrects) byMatter.set(matter, message);
    else compare(first, message, found);
  }
}

/** An id is one line's: what names it in re= means that line. */
function checkIds(messages: readonly AnyMessage[], found: Diagnostic[]): void {
  const lines = new Map<string, string>();
  for (const message of messages) {
    const { id } = message;
    const line = lineOf(message);
    const first = lines.get(id) ?? line;
    lines.set(id, first);
    if (line !== first) reporter(rules, found)('evidence/same-id', { id }, placeOf(message, 'id'));
  }
}

function pointsAtSource(message: AnyMessage): boolean {
  const pointer = vocabularyOf(message).profile?.evidence?.pointer;
  return pointer !== undefined && Object.hasOwn(message.slots, pointer);
}

function matterOf(message: AnyMessage): string {
  const { name, profile } = vocabularyOf(message);
  const matter = profile?.evidence?.matter;
  const slots = matter ?? Object.keys(message.slots).sort();
  const values = slots.map((slot) => `${slot}=${written(valueOn(message, slot) ?? '')}`);
  // what is said behind it is no part of a matter that the profile names; another agent says it anew
  const tail = matter === undefined ? (message.tail ?? '') : '';
  return [name, message.from, message.item ?? '', tail, ...values].join('\n');
}

function compare(first: AnyMessage, message: AnyMessage, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  const named = { id: message.id, first: first.id };
  const [own, older] = [Object.keys(message.slots), Object.keys(first.slots)];
  const shared = own.filter((one) => Object.hasOwn(first.slots, one));
  // what both say is named before what only one of them says
  const slots = [...shared, ...own, ...older];
  const slot = slots.find((one) => !sameValue(first.slots[one], message.slots[one]));
  if (slot === undefined) report('evidence/repeated', named, placeOf(message, 'id'));
  else report('evidence/contradicts', { ...named, slot }, placeOf(message, slot));
}
