import type { Store } from '../../../src/ledger/index.ts';
import { AN, CX0, payment } from './lines.ts';
import { confirmed, type Office, officeAt, prepared } from './office.ts';

/**
 * A ledger in which everything has happened: paid, lost, declined, cancelled, questioned, refused, redacted; two
 * conversations, principals, numbers that were given out, readers that acknowledged.
 */
export async function busy(store: Store): Promise<Office> {
  const office = officeAt(store);
  const { scheduler, payer, paying, bank, ledger } = office;
  const paid = await confirmed(office);
  await paying.commit({ token: paid });
  bank.moods = ['lost', 'declines', 'swaps-account'];
  for (const number of [20, 30, 40]) {
    const { line, record } = payment(number);
    await paying.commit({ token: await confirmed(office, line, record) });
  }
  const waiting = payment(50);
  await prepared(office, waiting.line, waiting.record);
  const taken = payment(60);
  await scheduler.send(taken.line, { record: taken.record, closeWhenExpired: true });
  await scheduler.send(
    CX0.replace('re=scheduler-1', 're=scheduler-60').replace('inv:MD-2026-057', 'inv:MD-60'),
  );
  for (const line of ['no line at all', 'RW1 ST \u0000\ud800', AN.replace('scheduler-2', 'scheduler-99')])
    await scheduler.send(line);
  await payer.send(
    'RW1 ST payer-90 from=payer to=scheduler item=x:1 // caf\u00e9 \u{1f600} \u2028'.slice(0, -1),
  );
  const there = ledger.as({
    principal: 'ap-office',
    agents: ['auditor'],
    conversation: 'b\u00fcro \u{1f600}',
  });
  await there.send('RW1 HO auditor-1 from=auditor to=payer item=x:1 ask=DRAFT rb=acc', {
    criteria: ['must:hurry'],
  });
  await there.nextId();
  await ledger.as({ principal: 'p', agents: ['stranger'], conversation: 'empty' }).nextId();
  await ledger.principals.add({ principal: 'clerk', agents: ['clerk'], by: 'm.okafor' });
  await payer.acknowledge(3);
  for (const sequence of [1, 5]) {
    const { outcome } = await ledger.redact({ sequence, reason: 'the payee asked for it', by: 'm.okafor' });
    if (outcome !== 'redacted') throw new Error(`entry ${sequence} was not redacted`);
  }
  return office;
}
