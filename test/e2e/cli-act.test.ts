import { expect, test } from 'vitest';
import { atEachStore } from '../support/cli-offices.ts';

const tokenIn = (line: string): string => / x_tok=(\S+)/.exec(line)?.[1] ?? '';

atEachStore((office) => {
  test('what one process prepared, another one commits, from storage alone; a repeat is done too (F10, A1, A2)', async () => {
    const line = await office().preparedByProcess(1);
    expect(line).toMatch(/^RW1 RB payer-\d+ re=scheduler-100 .* x_tok=\S+ exp=\S+$/);
    const confirmed = await office().process('ap-office', 'confirm', line);
    expect([confirmed.status, confirmed.stdout]).toEqual([
      0,
      expect.stringMatching(/^RW1 AN scheduler-\d+ re=payer-\d+ .*val=Y/),
    ]);
    const first = await office().jsonOfProcess('treasury', 'commit', tokenIn(line));
    expect(first).toMatchObject({ exit: 0, outcome: 'executed', repeat: false, mismatch: false });
    for (let again = 0; again < 2; again++) {
      const repeat = await office().jsonOfProcess('treasury', 'commit', line);
      expect(repeat).toMatchObject({ exit: 0, outcome: 'executed', repeat: true, line: first['line'] });
    }
    expect((await office().process('ap-office', 'confirm', line)).status).toBe(0);
    expect(office().paid()).toMatchObject([{ item: 'inv:MD-1' }]);
    expect((await office().process(null, 'check-dn', 'scheduler-100')).stdout).toBe('passes\n');
    const thread = await office().process(null, 'thread', '--lines');
    expect(thread.stdout.match(/^RW1 DN /gm)).toHaveLength(1);
    expect((await office().process(null, 'ledger', 'verify')).status).toBe(0);
  });

  test('two processes that commit one token at once pay once (A6)', async () => {
    const line = await office().confirmed(1);
    const ended = await Promise.all([1, 2].map(() => office().jsonOfProcess('treasury', 'commit', line)));
    expect(ended.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(ended.map(({ repeat }) => repeat).sort()).toEqual([false, true]);
    expect(office().paid()).toHaveLength(1);
  });
});
