import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { saysSomething } from '../text/characters.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';
import { levels, type MessageType, neverEchoed, type Vocabulary } from '../vocabulary/vocabulary.ts';
import type { CheckParts, Parts, PartsRule } from './parts.ts';

interface Element {
  readonly element: string;
}
interface Near {
  readonly near: string | undefined;
}

/** What is wrong with the slots of a line taken together (spec 3, R16 to R19); the same for every profile. */
export const rules = {
  'message/requires': {
    severity: 'error',
    section: '3',
    message: ({ type, slot }: { type: string; slot: string }): string => `${type} requires ${slot}`,
    hint: ({ slot }: { slot: string }): string => `add ${slot}=`,
  },
  'message/to-itself': {
    severity: 'error',
    section: '2 R3',
    message: ({ agent }: { agent: string }): string => `from and to are both ${shown(agent)}`,
    hint: (): string => 'address the line to another agent',
  },
  'message/opts-required': {
    severity: 'error',
    section: '3',
    message: (): string => 'AQ requires opts when need=ENUM',
    hint: (): string => 'list the answers to choose from: opts=A+B',
  },
  'message/opts-twice': {
    severity: 'error',
    section: '3 R16',
    message: ({ element }: Element): string => `opts names ${shown(element)} twice`,
    hint: (): string => 'name each answer once',
  },
  'message/opts-unused': {
    severity: 'warning',
    section: '3 R16',
    message: ({ need }: { need: string }): string => `opts says nothing when need=${need}`,
    hint: (): string => 'leave opts out, or ask with need=ENUM',
  },
  'message/answer-vocabulary': {
    severity: 'error',
    section: '3',
    message: ({ slot, element, vocabulary }: Element & Near & { slot: string; vocabulary: string }): string =>
      `${slot}: ${shown(element)} is not in the answer vocabulary of ${vocabulary}`,
    hint: ({ near, known }: Near & { known: readonly string[] }): string =>
      near === undefined ? `use one of ${known.join(' ')}` : `write ${near} if that is what is meant`,
  },
  'message/needs-tail': {
    severity: 'error',
    section: '3',
    message: (): string => 'AN val=tail needs a tail that says the answer',
    hint: (): string => 'write the answer behind " // "',
  },
  'message/undo-ctx': {
    severity: 'error',
    section: '3 R17',
    message: ({ count }: { count: number }): string =>
      `ask=UNDO needs ctx naming exactly one message, the DN to reverse; it names ${count}`,
    hint: (): string => 'write ctx= with the id of that DN',
  },
  'message/rb-element': {
    severity: 'error',
    section: '3 R18',
    message: ({ element, vocabulary }: Element & Near & { vocabulary: string }): string =>
      `rb=${shown(element)} is no readback level and no slot of ${vocabulary}`,
    hint: ({ near }: Near): string =>
      near === undefined ? `use ${levels.join(' ')} or a slot` : `write ${near} if that is what is meant`,
  },
  'message/rb-never-echoed': {
    severity: 'warning',
    section: '3 R18',
    message: ({ element }: Element): string => `rb names ${element}, which no readback echoes`,
    hint: ({ element }: Element): string => `leave ${element} out of rb=`,
  },
  'message/keys-element': {
    severity: 'error',
    section: '3 R19',
    message: ({ element }: Element & Near): string =>
      `keys names ${shown(element)}, which is no constraint key`,
    hint: ({ near }: Near): string =>
      near === undefined ? 'name keys only, never their values' : `write ${near} if that is what is meant`,
  },
  'message/acc-element': {
    severity: 'error',
    section: '3 R19',
    message: ({ element }: Element): string => `acc element ${shown(element)} is not key:value`,
    hint: (): string => 'write criteria as key:value; an account goes in acct=',
  },
  'message/acc-key': {
    severity: 'warning',
    section: '3 R19',
    message: ({ key }: Near & { key: string }): string =>
      `acc key ${shown(key)} is not in the closed constraint set`,
    hint: ({ near }: Near): string =>
      near === undefined
        ? 'it will not be compared; use a key of the set'
        : `write ${near} if that is what is meant`,
  },
  'message/cx-why': {
    severity: 'warning',
    section: '3',
    message: ({ why }: { why: string | undefined }): string =>
      why === undefined ? 'the CX gives no why' : `why=${why} is no reason for a CX`,
    hint: (): string => 'write why=REVOKED, SUPERSEDED, EXPIRED or TIMEOUT',
  },
} as const;
rules satisfies Rules;

const cancelReasons: ReadonlySet<string> = new Set(['REVOKED', 'SUPERSEDED', 'EXPIRED', 'TIMEOUT']);
const number = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** The checks over several slots that messages of a type go through. */
export function messageRulesFor(type: MessageType, vocabulary: Vocabulary): readonly PartsRule[] {
  return byType[type].filter(({ check }) => check !== checkAnswerCode || vocabulary.enums.has('ans'));
}

const checkOptions: CheckParts = (parts, found) => {
  const { slots } = parts;
  const report = reporter(rules, found);
  const { need } = slots;
  if (need === undefined) return;
  const opts = slots['opts'] as readonly string[] | undefined;
  if (opts === undefined) {
    if (need === 'ENUM' && !parts.wasRefused('opts'))
      report('message/opts-required', {}, parts.place('need'));
    return;
  }
  if (need !== 'ENUM') return report('message/opts-unused', { need: String(need) }, parts.place('opts'));
  const twice = firstRepeated(opts);
  if (twice !== undefined) report('message/opts-twice', { element: twice }, parts.place('opts'));
  for (const element of opts) checkAnswer('opts', element, parts, found);
};

function firstRepeated(elements: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return elements.find((element) => seen.size === seen.add(element).size);
}

const checkTailAnswer: CheckParts = (parts, found) => {
  const { slots, tail } = parts;
  if (slots['val'] === 'tail' && !saysSomething(tail ?? '')) {
    reporter(rules, found)('message/needs-tail', {}, parts.place('val'));
  }
};

const checkAnswerCode: CheckParts = (parts, found) => {
  const { slots } = parts;
  const val = slots['val'];
  if (typeof val !== 'string' || val === 'tail' || val === 'Y' || val === 'N' || number.test(val)) return;
  checkAnswer('val', val, parts, found);
};

/** A profile's enum `ans` closes the answers (spec 3). */
function checkAnswer(slot: string, element: string, parts: Parts, found: Diagnostic[]): void {
  const answers = parts.vocabulary.enums.get('ans');
  if (answers === undefined || answers.has(element)) return;
  const known = [...answers.keys()];
  const data = { slot, element, vocabulary: parts.vocabulary.name, known, near: nearest(element, known) };
  reporter(rules, found)('message/answer-vocabulary', data, parts.place(slot));
}

const checkUndo: CheckParts = (parts, found) => {
  const { slots } = parts;
  if (slots['ask'] !== 'UNDO' || parts.wasRefused('ctx')) return;
  const count = (slots['ctx'] as readonly string[] | undefined)?.length ?? 0;
  if (count !== 1)
    reporter(rules, found)('message/undo-ctx', { count }, parts.place(count === 0 ? 'ask' : 'ctx'));
};

const checkReadbackLevel: CheckParts = (parts, found) => {
  const { slots, vocabulary } = parts;
  const rb = slots['rb'] as readonly string[] | undefined;
  if (rb === undefined) return;
  const report = reporter(rules, found);
  for (const element of rb) {
    if (levels.includes(element)) continue;
    if (neverEchoed.has(element)) report('message/rb-never-echoed', { element }, parts.place('rb'));
    else if (!vocabulary.slots.has(element)) {
      const near = nearest(element, [...levels, ...vocabulary.slots.keys()]);
      report('message/rb-element', { element, near, vocabulary: vocabulary.name }, parts.place('rb'));
    }
  }
};

const checkKeys: CheckParts = (parts, found) => {
  const { slots, vocabulary } = parts;
  const keys = slots['keys'] as readonly string[] | undefined;
  if (keys === undefined) return;
  for (const element of keys) {
    if (vocabulary.constraintKeys.has(element.toLowerCase())) continue;
    const near = nearest(element, [...vocabulary.constraintKeys.keys()]);
    reporter(rules, found)('message/keys-element', { element, near }, parts.place('keys'));
  }
};

const checkCriteria: CheckParts = (parts, found) => {
  const { slots, vocabulary } = parts;
  const acc = slots['acc'] as readonly string[] | undefined;
  if (acc === undefined) return;
  for (const element of acc) {
    const colon = element.indexOf(':');
    const key = element.slice(0, Math.max(colon, 0));
    if (colon <= 0 || colon === element.length - 1) {
      reporter(rules, found)('message/acc-element', { element }, parts.place('acc'));
    } else if (!vocabulary.constraintKeys.has(key) && !vocabulary.constraintKeys.has(key.toLowerCase())) {
      const near = nearest(key, [...vocabulary.constraintKeys.keys()]);
      reporter(rules, found)('message/acc-key', { key: key.toLowerCase(), near }, parts.place('acc'));
    }
  }
};

const checkCancelReason: CheckParts = (parts, found) => {
  const { slots } = parts;
  const why = slots['why'] as string | undefined;
  if ((why !== undefined && cancelReasons.has(why)) || parts.wasRefused('why')) return;
  reporter(rules, found)('message/cx-why', { why }, parts.place(why === undefined ? 'type' : 'why'));
};

/** Wherever they stand, listed or not: a misspelt level or criterion must not pass on any type. */
const everywhere: readonly PartsRule[] = [
  { needs: ['rb'], check: checkReadbackLevel },
  { needs: ['keys'], check: checkKeys },
  { needs: ['acc'], check: checkCriteria },
];
const work: readonly PartsRule[] = [...everywhere, { needs: ['ask'], check: checkUndo }];

const byType: Readonly<Record<MessageType, readonly PartsRule[]>> = {
  HO: work,
  RB: work,
  AQ: [...everywhere, { needs: ['need'], check: checkOptions }],
  AN: [...everywhere, { needs: ['val'], check: checkTailAnswer }, { needs: ['val'], check: checkAnswerCode }],
  ST: everywhere,
  DN: everywhere,
  UN: everywhere,
  FL: everywhere,
  CX: [...everywhere, { needs: [], check: checkCancelReason }],
};
