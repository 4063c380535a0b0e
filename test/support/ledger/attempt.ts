import type { Attempt } from '../../../src/act/index.ts';
import { values } from './lines.ts';

/** An attempt as an executor gets it. */
export const attempt: Attempt = {
  key: 'k1',
  reference: 'RW-0123456789ABCDE',
  known: null,
  token: 'tk1',
  attempt: 1,
  validUntil: '20261002T1700Z',
  call: { ask: 'PAY', item: 'inv:1', conversation: 'main', handoff: 'scheduler-1', values, artifacts: {} },
};
