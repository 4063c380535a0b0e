import { memberPath } from '../text/json.ts';
import type { Tell } from './profile-faults.ts';

/**
 * A copy of a value of JSON, its objects without prototype, so that later changes of the original change nothing.
 * Members that are undefined are left out; anything that JSON has not, and what lies deeper than `most` levels, is told.
 */
export function plainCopy(value: unknown, most: number, tell: Tell): unknown {
  return copied(value, { path: '$', depth: 0 });

  function copied(
    value: unknown,
    { path, depth }: { readonly path: string; readonly depth: number },
  ): unknown {
    if (isScalar(value)) return value;
    if (depth >= most) return tell('profile/too-deep', path, { most });
    if (Array.isArray(value)) {
      return Array.from(value, (element, index) =>
        copied(element, { path: memberPath(path, index), depth: depth + 1 }),
      );
    }
    if (!isPlainObject(value))
      return tell('profile/wrong-type', path, { expected: 'a value of JSON', found: typeof value });
    const copy: Record<string, unknown> = Object.create(null);
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) copy[key] = copied(member, { path: memberPath(path, key), depth: depth + 1 });
    }
    return copy;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
