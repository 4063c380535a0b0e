import type { AnyMessage } from '../../codec/message.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';

/** What an answer amounts to: an act may run, it stays where it is, or neither. */
export type Meaning = 'go' | 'stop' | 'other';

/** One closed answer, and what the profile calls it. */
export interface AskedOption {
  readonly val: string;
  readonly meaning: Meaning;
  /** In the profile's words; null where it has none. */
  readonly about: string | null;
}

/** The closed answers of a question. About an act that may run, yes lets it, and no does not. */
export function optionsOf(aq: AnyMessage, vocabulary: Vocabulary, isAct: boolean): readonly AskedOption[] {
  const answers = vocabulary.enums.get('ans');
  return valuesOf(aq).map((val) => ({
    val,
    meaning: meaningOf(val, vocabulary, isAct),
    about: answers?.get(val) ?? null,
  }));
}

function valuesOf({ slots }: AnyMessage): readonly string[] {
  if (slots['need'] === 'YESNO') return ['Y', 'N'];
  return slots['need'] === 'ENUM' ? (slots['opts'] as readonly string[]) : [];
}

function meaningOf(val: string, { go, stop }: Vocabulary, isAct: boolean): Meaning {
  if (go.has(val) || (isAct && val === 'Y')) return 'go';
  return stop.has(val) || (isAct && val === 'N') ? 'stop' : 'other';
}
