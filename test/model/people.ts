import { type ActTool, createActTool } from '../../src/act/index.ts';
import { createLedger, type Handle, type Ledger, type Store } from '../../src/ledger/index.ts';
import type { ModelBank } from './bank.ts';

/** Who works at a ledger, in one life of their processes. */
export interface People {
  readonly ledger: Ledger;
  readonly scheduler: Handle;
  readonly payer: Handle;
  readonly sending: ActTool;
  /** Two workers of the executing side. */
  readonly workers: readonly [ActTool, ActTool];
  readonly deciding: ActTool;
}

/** The people at a store, with the world's clock and bank. */
export function peopleAt(store: Store, clock: () => number, { executor }: ModelBank): People {
  const ledger = createLedger({ store, clock });
  const scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler'] });
  const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
  const human = ledger.as({ principal: 'm.okafor', agents: ['human'], person: true });
  const works = (): ActTool =>
    createActTool({ ledger: payer, executors: { PAY: executor, UNDO: executor }, wait: 0 });
  return {
    ...{ ledger, scheduler, payer },
    sending: createActTool({ ledger: scheduler }),
    workers: [works(), works()],
    deciding: createActTool({ ledger: human }),
  };
}
