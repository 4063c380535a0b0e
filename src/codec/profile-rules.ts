import { type Rules, reporter } from '../diagnostic/rule.ts';
import { saysSomething } from '../text/characters.ts';
import { shown } from '../text/shown.ts';
import type { ShapeRule, SumRule, TogetherRule } from '../vocabulary/profile-data.ts';
import type { MessageType, Vocabulary } from '../vocabulary/vocabulary.ts';
import { addsUp, isAboveZero } from './decimal.ts';
import type { CheckParts, PartsRule } from './parts.ts';
import { type Form, hasForm, readForm } from './shape.ts';
import { written } from './value.ts';

interface Shape {
  readonly slot: string;
  readonly value: string;
  readonly forms: readonly string[];
}

/** What a profile says of its lines as data (spec 5 R23): checked on every line, exactly. */
export const rules = {
  'message/sum': {
    severity: 'error',
    section: '5 R23',
    message: ({ sum, total }: { sum: string; total: string; values: readonly string[] }): string =>
      `${sum} do not add up to ${total}`,
    hint: (): string => 'write the figures as the source document has them',
  },
  'message/shape': {
    severity: 'error',
    section: '5 R23',
    message: ({ slot, value, forms }: Shape): string =>
      `${slot}=${shown(value)} is not ${forms.join(' or ')}`,
    hint: ({ slot, forms }: Shape): string => `write ${slot}= as ${forms[0]}`,
  },
  'message/namespace': {
    severity: 'warning',
    section: '5 R23',
    message: ({ slot, value, forms }: Shape): string =>
      `${slot}=${shown(value)} points at nothing that can be checked; known are ${forms.join(' ')}`,
    hint: ({ forms }: Shape): string => `point with ${forms.join(' or ')} where one of them is meant`,
  },
  'message/together': {
    severity: 'error',
    section: '5 R23',
    message: ({ type, slot, given }: { type: string; slot: string; given: readonly string[] }): string =>
      given.length === 0
        ? `${type} requires ${slot}`
        : `${type} with ${given.join(' and ')} requires ${slot}`,
    hint: ({ slot }: { slot: string }): string => `add ${slot}=`,
  },
  'message/item-kind': {
    severity: 'error',
    section: '5 R23',
    message: ({ item }: { item: string; kinds: readonly string[] }): string =>
      `item=${shown(item)} is not <kind>:<concept> with a kind of the profile`,
    hint: ({ kinds }: { kinds: readonly string[] }): string => `begin item with one of ${kinds.join(': ')}:`,
  },
  'message/tail-required': {
    severity: 'error',
    section: '5 R23',
    message: ({ type, vocabulary }: { type: string; vocabulary: string }): string =>
      `${type} of ${vocabulary} needs a tail`,
    hint: (): string => 'write the words of the source behind " // "',
  },
  'message/not-positive': {
    severity: 'error',
    section: '5 R23',
    message: ({ slot, value, ask }: { slot: string; value: string; ask: string }): string =>
      `${slot}=${value}: ${ask} takes an amount above zero`,
    hint: ({ slot }: { slot: string }): string => `write ${slot}= as the record has it, above zero`,
  },
} as const;
rules satisfies Rules;

/** The checks that a profile's own data asks of messages of a type. */
export function profileRulesFor(type: MessageType, { profile }: Vocabulary): readonly PartsRule[] {
  if (profile === null) return [];
  const isOn = ({ on }: { readonly on?: readonly MessageType[] }): boolean =>
    on === undefined || on.includes(type);
  const checks: PartsRule[] = [
    ...(profile.sums ?? [])
      .filter(isOn)
      .map((rule) => ({ needs: [rule.total, ...rule.parts], check: sumCheck(rule) })),
    ...(profile.shapes ?? []).filter(isOn).map((rule) => ({ needs: [rule.slot], check: shapeCheck(rule) })),
    ...(profile.together ?? []).filter(isOn).map((rule) => ({ needs: rule.if, check: togetherCheck(rule) })),
  ];
  if (profile.item_kinds_on?.includes(type))
    checks.push({ needs: ['item'], check: itemKindCheck(Object.keys(profile.item_kinds ?? {})) });
  if (profile.tail_on?.includes(type)) checks.push({ needs: [], check: checkTail });
  if (type === 'HO' || type === 'RB') {
    for (const [ask, slots] of Object.entries(profile.positive ?? {})) {
      checks.push(...slots.map((slot) => ({ needs: ['ask', slot], check: positiveCheck(ask, slot) })));
    }
  }
  return checks;
}

function sumCheck({ total, parts: addends, when = {} }: SumRule): CheckParts {
  const conditions = Object.entries(when);
  return (parts, found) => {
    if ([total, ...addends].some((slot) => parts.value(slot) === undefined)) return;
    const holds = conditions.every(([slot, values]) => {
      const value = parts.value(slot);
      return !parts.wasRefused(slot) && values.includes(value === undefined ? null : written(value));
    });
    if (!holds) return;
    const sum = String(parts.value(total));
    const values = addends.map((slot) => String(parts.value(slot)));
    if (addsUp(sum, values)) return;
    const named = addends.map((slot, at) => `${slot}=${values[at]}`).join(' and ');
    reporter(rules, found)(
      'message/sum',
      { sum: named, total: `${total}=${sum}`, values },
      parts.place(total),
    );
  };
}

function shapeCheck({ slot, forms: texts, other = 'error' }: ShapeRule): CheckParts {
  const forms = texts.map(readForm).filter((form) => form !== undefined);
  return (parts, found) => {
    const value = parts.value(slot);
    if (value === undefined) return;
    for (const element of Array.isArray(value) ? value.map(String) : [String(value)]) {
      const fault = shapeFault(element, forms, other);
      if (fault !== undefined)
        reporter(rules, found)(fault, { slot, value: element, forms: texts }, parts.place(slot));
    }
  };
}

/** A value whose namespace is one of the forms' must have the form; another namespace is as severe as the profile says. */
function shapeFault(
  value: string,
  forms: readonly Form[],
  other: 'error' | 'warning',
): 'message/shape' | 'message/namespace' | undefined {
  if (forms.some((form) => hasForm(value, form))) return undefined;
  const colon = value.indexOf(':');
  const isKnown = forms.some(
    ({ namespace }) => namespace !== null && namespace === value.slice(0, Math.max(colon, 0)),
  );
  return other === 'error' || colon <= 0 || colon === value.length - 1 || isKnown
    ? 'message/shape'
    : 'message/namespace';
}

function togetherCheck({ if: given, then }: TogetherRule): CheckParts {
  return (parts, found) => {
    const { type } = parts;
    if (!given.every((slot) => parts.value(slot) !== undefined)) return;
    for (const slot of then) {
      if (parts.value(slot) !== undefined || parts.wasRefused(slot)) continue;
      reporter(rules, found)('message/together', { type, slot, given }, parts.place(given[0] ?? 'type'));
    }
  };
}

function itemKindCheck(kinds: readonly string[]): CheckParts {
  return (parts, found) => {
    const { item } = parts;
    if (item === null) return;
    const colon = item.indexOf(':');
    if (colon > 0 && colon < item.length - 1 && kinds.includes(item.slice(0, colon))) return;
    reporter(rules, found)('message/item-kind', { item, kinds }, parts.place('item'));
  };
}

const checkTail: CheckParts = (parts, found) => {
  const { type, tail, vocabulary } = parts;
  if (saysSomething(tail ?? '')) return;
  reporter(rules, found)('message/tail-required', { type, vocabulary: vocabulary.name }, parts.place('line'));
};

function positiveCheck(wanted: string, slot: string): CheckParts {
  return (parts, found) => {
    const value = parts.value(slot);
    if (parts.value('ask') !== wanted || value === undefined || isAboveZero(String(value))) return;
    const data = { slot, value: String(value), ask: wanted };
    reporter(rules, found)('message/not-positive', data, parts.place(slot));
  };
}
