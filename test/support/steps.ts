type Method = (this: { readonly length?: number }, ...rest: unknown[]) => unknown;

const keyed = ['get', 'has', 'set', 'add', 'delete'];
const walking = [
  'filter',
  'find',
  'findIndex',
  'findLast',
  'flatMap',
  'includes',
  'indexOf',
  'map',
  'some',
  'slice',
];
const iterators = [new Map().values(), new Set().values(), [].values()].map((one) =>
  Object.getPrototypeOf(one),
);

/**
 * How many steps a run takes in maps, sets and lists: look-ups and writes, turns of loops, elements that a method walks
 * over. A cost that a busy machine does not change; loops over plain numbers are not seen.
 */
export function countSteps(run: () => void): number {
  let steps = 0;
  const undo: (() => void)[] = [];
  const count = (owner: object, names: readonly string[], cost: (length: number) => number): void => {
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(owner, name);
      const original = own?.value as Method | undefined;
      if (own === undefined || original === undefined) continue;
      undo.push(() => Object.defineProperty(owner, name, own));
      const counted: Method = function (...rest) {
        steps += cost(this.length ?? 1);
        return original.apply(this, rest);
      };
      Object.defineProperty(owner, name, { ...own, value: counted });
    }
  };
  for (const owner of [Map.prototype, Set.prototype]) count(owner, keyed, () => 1);
  for (const owner of iterators) count(owner, ['next'], () => 1);
  count(Array.prototype, walking, (length) => length);
  try {
    run();
  } finally {
    for (const one of undo) one();
  }
  return steps;
}
