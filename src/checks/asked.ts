import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { levels, neverEchoed } from '../vocabulary/vocabulary.ts';

/** What rb= may name beside slots. */
export type Level = 'echo' | 'all' | 'acc' | 'plan' | 'exec';

const none: readonly string[] = [];

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

function rbOf(ho: AnyMessage): readonly string[] {
  return (ho.slots['rb'] as readonly string[] | undefined) ?? none;
}
