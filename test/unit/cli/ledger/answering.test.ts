import { describe, expect, test } from 'vitest';
import { CliOffice } from '../../../support/cli-office.ts';

const rule = {
  on: 'readback',
  asks: ['PAY'],
  amounts: { amt: { currency: 'cur', most: { GBP: '5400.00' } } },
  among: { sup: ['marlow'] },
  answer: 'Y',
};
const less = { ...rule, amounts: { amt: { currency: 'cur', most: { GBP: '5399.99' } } } };
const agrees = (answer: string) => ({
  command: 'sh',
  args: ['-c', `cat > asked.json; echo '{"agrees":${answer}}'`],
});
const policies = {
  small: { rules: [rule] },
  smaller: { rules: [less] },
  asks: { rules: [rule], agrees: agrees('true') },
  withholds: { rules: [rule], agrees: agrees('false') },
};

describe('answer by a policy of the config file', () => {
  async function prepared(use: (office: CliOffice, id: string) => Promise<void>): Promise<void> {
    const office = await CliOffice.open();
    try {
      office.configure({}, { policies });
      const line = await office.prepared(1);
      await use(office, line.split(' ')[2] as string);
    } finally {
      office.remove();
    }
  }

  test.each(['small', 'asks'])(
    '%s confirms within its limits, and is recorded as a policy and never as a person',
    (name) =>
      prepared(async (office, id) => {
        const { status, stdout, stderr } = await office.run('ap-office', 'answer', id, '--policy', name);
        expect([status, stdout]).toEqual([
          0,
          expect.stringMatching(/^RW1 AN scheduler-\d+ re=payer-\d+ .*val=Y/),
        ]);
        expect(stderr).toContain(`answered by policy ${name}, rules[0]\naccepted: scheduler-`);
        const thread = await office.run(null, 'thread', '--json');
        const entries = thread.stdout
          .trim()
          .split('\n')
          .map((row) => JSON.parse(row));
        expect(entries.at(-1)).toMatchObject({ principal: 'ap-office', type: 'AN', policy: name });
        expect((await office.json('ap-office', 'answer', id, '--policy', name)).exit).toBe(3);
      }),
  );

  test.each([
    ['smaller', 'rules[0]: amt=5400.00 is beyond 5399.99 GBP'],
    ['withholds', 'rules[0]: it was withheld'],
  ])('%s gives none, and says why: exit code 3', (name, why) =>
    prepared(async (office, id) => {
      const told = await office.json('ap-office', 'answer', id, '--policy', name);
      expect(told).toMatchObject({ exit: 3, outcome: 'no-answer', because: [why] });
      expect((await office.run('ap-office', 'answer', id, '--policy', name)).stdout).toBe('');
      expect((await office.run(null, 'open')).stdout).toContain('WAITING');
    }),
  );

  test('is no person’s, nobody else’s, and of a policy that is there', () =>
    prepared(async (office, id) => {
      const person = await office.run('m.okafor', 'answer', id, '--policy', 'small');
      expect([person.status, person.stderr]).toEqual([2, expect.stringContaining('m.okafor is a person')]);
      const other = await office.json('treasury', 'answer', id, '--policy', 'small');
      expect(other).toMatchObject({ exit: 3, because: [`${id} asks scheduler`] });
      const none = await office.run('ap-office', 'answer', id, '--policy', 'smal');
      expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('did you mean small?')]);
      expect((await office.run('ap-office', 'answer', id)).status).toBe(2);
    }));
});
