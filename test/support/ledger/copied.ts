import type { Store } from '../../../src/ledger/index.ts';

/** A store as a copy of it would be: of another epoch, until somebody settles it. */
export function copied(store: Store): Store {
  let quarantined = true;
  const own: Partial<Store> = {
    epoch: async () => ({ epoch: 'another', quarantined }),
    settleEpoch: async () => {
      quarantined = false;
    },
  };
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
