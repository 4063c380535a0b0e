/** The rights of a class, and where among them the first may stand that nobody has. */
interface Members {
  readonly rights: number[];
  free: number;
}

/**
 * Pairs lefts with rights that share a class, one with one, as many as can be: the index of each left's right, or -1.
 * Deterministic in the order given. What a search has seen in vain stays seen until one succeeds, so the work is at most
 * classes and rights once a pair, whatever the input.
 *
 * @example
 * assign([['a', 'b'], ['a']], [['a'], ['b']]); // => [1, 0]
 */
export function assign(
  lefts: readonly (readonly string[])[],
  rights: readonly (readonly string[])[],
): readonly number[] {
  const classes = membersOf(rights);
  const rightOf = lefts.map(() => -1);
  const leftOf = rights.map(() => -1);
  let seen = new Set<Members | number>();
  for (const left of lefts.keys()) if (place(left)) seen = new Set();
  return rightOf;

  /** Finds a right for a left, moving lefts that were placed before where that frees one. */
  function place(left: number): boolean {
    for (const name of lefts[left] ?? []) {
      const members = classes.get(name);
      if (members === undefined || seen.has(members)) continue;
      seen.add(members);
      const right = freeAmong(members) ?? freedAmong(members);
      if (right === undefined) continue;
      rightOf[left] = right;
      leftOf[right] = left;
      return true;
    }
    return false;
  }

  function freeAmong(members: Members): number | undefined {
    while (members.free < members.rights.length && isTaken(members.rights[members.free])) members.free++;
    return members.rights[members.free];
  }

  function isTaken(right: number | undefined): boolean {
    return right !== undefined && leftOf[right] !== -1; // a right that was taken once is never free again
  }

  function freedAmong({ rights: taken }: Members): number | undefined {
    return taken.find((right) => {
      if (seen.has(right)) return false;
      seen.add(right);
      return place(leftOf[right] as number);
    });
  }
}

function membersOf(rights: readonly (readonly string[])[]): ReadonlyMap<string, Members> {
  const classes = new Map<string, Members>();
  for (const [right, names] of rights.entries()) {
    for (const name of names) {
      const members = classes.get(name) ?? { rights: [], free: 0 };
      classes.set(name, members);
      members.rights.push(right);
    }
  }
  return classes;
}
