import { expect, test } from 'vitest';
import { cameOf } from '../../../../src/mcp/hook/answers.ts';
import type { HookEvent } from '../../../../src/mcp/hook/event.ts';

const rule = { tool: 'Bash', ask: 'PAY', mentions: ['pay.sh'], runs: './pay.sh {amt}' };
const values = { amt: '5.00' };
const printed = { stdout: 'paid', stderr: '', interrupted: false };
const came = (response: unknown) =>
  cameOf(
    rule,
    {
      when: 'after',
      tool: 'Bash',
      input: { command: './pay.sh 5.00' },
      reference: 't1',
      response,
    } satisfies HookEvent,
    values,
  );

test('a command that came back is done', () => {
  expect(came(printed)).toEqual({ outcome: 'found', values });
  expect(came({ ...printed, backgroundTaskId: null, status: 'completed' })).toMatchObject({
    outcome: 'found',
  });
});

test.each([{ backgroundTaskId: 'b1' }, { status: 'running' }, { status: 'async_launched' }])(
  'one that goes on in the background (%j) has not said what came of it',
  (more) => {
    expect(came({ ...printed, stdout: '', ...more })).toMatchObject({ outcome: 'declined', final: false });
  },
);
