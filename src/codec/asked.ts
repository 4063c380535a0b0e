import { levels, neverEchoed, type Vocabulary } from '../vocabulary/vocabulary.ts';
import { type AnyMessage, vocabularyOf } from './message.ts';

/** What rb= may name beside slots. */
export type Level = 'echo' | 'all' | 'acc' | 'plan' | 'exec';

const none: readonly string[] = [];

/** Slots of an HO that are its own and not read back, not even with rb=all (spec 6.2). */
export const ownSlots: ReadonlySet<string> = new Set([...neverEchoed, 'acc', 'x_tok', 'x_sig', 'x_kid']);

/** Whether an HO asks a readback level; levels add up when several are named (spec 6.2). */
export function asksFor(ho: AnyMessage, level: Level): boolean {
  return rbOf(ho).includes(level);
}

/** Whether an HO is in the regime where every value is read back: rb=exec or rb=all. */
export function asksForValues(ho: AnyMessage): boolean {
  return asksFor(ho, 'exec') || asksFor(ho, 'all');
}

/** The slots that rb= names, those aside that no readback echoes (spec 3 R18). */
export function namedSlots(ho: AnyMessage): readonly string[] {
  const rb = rbOf(ho);
  return rb.length === 0 ? none : rb.filter((name) => !levels.includes(name) && !neverEchoed.has(name));
}

/** The slots that the ask of an HO is done with; none when its profile names none. */
export function executionSlots(ho: AnyMessage): readonly string[] {
  return vocabularyOf(ho).exec.get(ho.slots['ask'] as string) ?? none;
}

/** The levels that an HO has to ask (spec 6.1 R25). */
export function neededLevels(ho: AnyMessage): readonly ('exec' | 'all')[] {
  return levelsFor(ho.slots['ask'] as string, vocabularyOf(ho));
}

/**
 * The levels that an ask demands (spec 6.1 R25): exec where it has execution slots; all for UNDO, and where an ask that
 * cannot be undone has none.
 */
export function levelsFor(ask: string, { irreversible, exec }: Vocabulary): readonly ('exec' | 'all')[] {
  if (!irreversible.has(ask)) return [];
  if (!exec.has(ask)) return ['all'];
  return ask === 'UNDO' ? ['exec', 'all'] : ['exec'];
}

function rbOf(ho: AnyMessage): readonly string[] {
  return (ho.slots['rb'] as readonly string[] | undefined) ?? none;
}
