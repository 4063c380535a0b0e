/**
 * Pairs lefts with rights that share a class, one with one, as many as can be: the index of each left's right, or -1.
 * Deterministic in the order given. A search visits a class and a right at most once, so the work is at most lefts
 * times classes and rights, whatever the input.
 *
 * @example
 * assign([['a', 'b'], ['a']], [['a'], ['b']]); // => [1, 0]
 */
export function assign(
  lefts: readonly (readonly string[])[],
  rights: readonly (readonly string[])[],
): readonly number[] {
  const rightsOf = new Map<string, number[]>();
  rights.forEach((classes, right) => {
    for (const one of classes) {
      const members = rightsOf.get(one);
      if (members === undefined) rightsOf.set(one, [right]);
      else members.push(right);
    }
  });
  const rightOf = lefts.map(() => -1);
  const leftOf = rights.map(() => -1);
  lefts.forEach((_, left) => {
    place(left, new Set(), new Set());
  });
  return rightOf;

  /** Finds a right for a left, moving lefts that were placed before where that frees one. */
  function place(left: number, seenClasses: Set<string>, seenRights: Set<number>): boolean {
    for (const one of lefts[left] ?? []) {
      if (seenClasses.has(one)) continue;
      seenClasses.add(one);
      for (const right of rightsOf.get(one) ?? []) {
        if (seenRights.has(right)) continue;
        seenRights.add(right);
        const other = leftOf[right] as number;
        if (other >= 0 && !place(other, seenClasses, seenRights)) continue;
        rightOf[left] = right;
        leftOf[right] = left;
        return true;
      }
    }
    return false;
  }
}
