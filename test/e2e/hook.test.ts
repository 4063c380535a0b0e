import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CliOffice } from '../support/cli-office.ts';
import { Holder } from '../support/faults/holder.ts';
import { hearback } from '../unit/cli/run.ts';
import { command } from './cli.ts';

const rule = {
  tool: 'Bash',
  ask: 'PAY',
  mentions: ['pay.sh'],
  runs: './pay.sh {sup} {amt} {acct} {ref}',
  fixed: { cur: 'GBP', kind: 'GROSS' },
  unstated: ['paid', 'apref'],
};
const paysFirst = './pay.sh marlow 5400.00 40-12-88/61102938 MD-1';
const executors = { PAY: { kind: 'tool-call', name: 'shell' } };

let office: CliOffice;
const offices: CliOffice[] = [];
beforeEach(async () => {
  office = await CliOffice.open();
  offices.push(office);
  office.configure({}, { executors, hook: { rules: [rule] } });
});
afterAll(() => {
  for (const one of offices) one.remove();
});

const tokenIn = (line: string): string => / x_tok=(\S+)/.exec(line)?.[1] ?? '';

interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

const hook = (event: object | string, ...args: readonly string[]): Promise<Ended> =>
  hookOf('treasury', event, ...args);

function hookOf(principal: string, event: object | string, ...args: readonly string[]): Promise<Ended> {
  return hearback(['hook', '--key-file', office.path(`${principal}.key`), ...args], {
    stdin: typeof event === 'string' ? event : JSON.stringify(event),
    environment: { HEARBACK_LEDGER: office.ledger, HEARBACK_CONFIG: office.path('hearback.json') },
  });
}

const bash = (text: string, id = 'toolu_1'): object => ({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command: text, description: 'pay' },
});
const ran = (text: string, response: unknown, id = 'toolu_1'): object => ({
  ...bash(text, id),
  hook_event_name: 'PostToolUse',
  tool_response: response,
});
const printed = { stdout: 'paid', stderr: '', interrupted: false };

/** Why a call was denied; null when the hook said nothing. */
function denial({ exit, out }: Ended): string | null {
  expect(exit).toBe(0);
  if (out === '') return null;
  const { hookSpecificOutput: said } = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
  expect(said).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
  expect(Object.keys(said)).toHaveLength(3);
  return said['permissionDecisionReason'] ?? '';
}

describe('before a call', () => {
  test('one that no rule is about: nothing is said, and no ledger is needed', async () => {
    const other = { ...bash(''), tool_name: 'Read', tool_input: { file_path: 'pay.sh' } };
    expect(await hook(other)).toEqual({ exit: 0, out: '', err: '' });
    expect(await hook(other, '--ledger', office.path('no.ledger'))).toEqual({ exit: 0, out: '', err: '' });
  });

  test('one that nothing covers is denied, with what to do', async () => {
    expect(denial(await hook(bash(paysFirst)))).toMatch(
      /no confirmed statement covers this call.*prepare HANDOFF/,
    );
  });

  test('one whose statement is not confirmed is denied, and names who is waited for', async () => {
    const token = tokenIn(await office.prepared(1));
    expect(denial(await hook(bash(paysFirst)))).toContain(`${token} of scheduler-100 waits for its sender`);
  });

  test('the one that was confirmed passes, once', async () => {
    await office.confirmed(1);
    expect(denial(await hook(bash(paysFirst)))).toBeNull();
    expect(denial(await hook(bash(paysFirst, 'toolu_2')))).toMatch(/no confirmed statement/);
    expect(denial(await hook(bash(paysFirst)))).toMatch(/no confirmed statement/);
  });

  test('one that says anything else is denied, and told the one that would pass', async () => {
    await office.confirmed(1);
    expect(denial(await hook(bash(paysFirst.replace('5400', '54000'))))).toContain(`exactly: ${paysFirst}`);
    expect(denial(await hook(bash(`${paysFirst}; id`)))).toContain(`exactly: ${paysFirst}`);
    expect(denial(await hook(bash(paysFirst)))).toBeNull();
  });

  test('twenty at one moment: one passes', async () => {
    await office.confirmed(1);
    const calls = Array.from({ length: 20 }, (_, at) => hook(bash(paysFirst, `toolu_${at}`)));
    const passed = (await Promise.all(calls)).map(denial).filter((reason) => reason === null);
    expect(passed).toHaveLength(1);
  });

  test('another principal’s statement covers nothing', async () => {
    await office.confirmed(1);
    expect(denial(await hookOf('ap-office', bash(paysFirst)))).toMatch(/no confirmed statement/);
  });

  test('an ask whose executor is no tool call is denied', async () => {
    office.configure({}, { hook: { rules: [rule] } });
    await office.confirmed(1);
    expect(denial(await hook(bash(paysFirst)))).toMatch(/no executor of kind tool-call/);
  });
});

describe('after a call', () => {
  test('what ran is reported done, and the report is told to the agent', async () => {
    await office.confirmed(1);
    await hook(bash(paysFirst));
    expect((await office.run(null, 'open')).stdout).toMatch(/UNKNOWN|PENDING/);
    const { exit, out } = await hook(ran(paysFirst, printed));
    const { hookSpecificOutput: said } = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
    expect([exit, said['hookEventName']]).toEqual([0, 'PostToolUse']);
    expect(said['additionalContext']).toMatch(
      /^DONE: PAY of inv:MD-1.*\nRW1 DN payer-\d+ re=scheduler-100 .*out=OK/,
    );
    expect((await office.run(null, 'check-dn', 'scheduler-100')).stdout).toBe('passes\n');
    expect((await hook(ran(paysFirst, printed))).exit).toBe(2); // nothing is claimed for it any more
  });

  test.each([
    ['failed', { ...bash(paysFirst), hook_event_name: 'PostToolUseFailure', error: 'exit 1' }],
    ['was interrupted', ran(paysFirst, { ...printed, interrupted: true })],
    ['ended with an error', ran(paysFirst, { content: [], isError: true })],
    ['came back without an answer', ran(paysFirst, null)],
    ['was another than was let through', ran(`${paysFirst}0`, printed)],
  ])('one that %s stays unknown, and a person is asked', async (_, event) => {
    await office.confirmed(1);
    await hook(bash(paysFirst));
    const { exit, out } = await hook(event);
    expect(exit).toBe(0);
    expect(out).toMatch(/additionalContext":"UNKNOWN/);
    expect((await office.run(null, 'thread', '--lines')).stdout).toMatch(/RW1 AQ payer-\d+ .*to=human/);
    expect((await office.run('treasury', 'commit', 'scheduler-100')).status).not.toBe(0);
  });

  test('a guarded call that ran without a statement is an alarm', async () => {
    const { exit, err } = await hook(ran(paysFirst, printed));
    expect(exit).toBe(2);
    expect(err).toMatch(/a guarded call of Bash ran \(toolu_1\), and no statement covers it: tell a person/);
  });

  test('what the tool says that it did is compared with the plan', async () => {
    office.configure({}, { executors, hook: { rules: [{ ...rule, answers: { amt: 'amount' } }] } });
    await office.confirmed(1);
    await hook(bash(paysFirst));
    const { out } = await hook(ran(paysFirst, { ...printed, stdout: '{"amount":"54.00"}' }));
    expect(out).toContain('MISMATCH');
  });

  test('a call of a tool with arguments goes the same way', async () => {
    const named = {
      ...{ tool: 'mcp__bank__transfer', ask: 'PAY', fixed: rule.fixed, unstated: ['sup', 'paid', 'apref'] },
      arguments: { amount: '{amt}', account: '{acct}', reference: '{ref}' },
      answers: { amt: 'amount' },
    };
    office.configure({}, { executors, hook: { rules: [named] } });
    await office.confirmed(1);
    const input = { amount: 5400, account: '40-12-88/61102938', reference: 'MD-1' };
    const call = { ...bash(''), tool_name: 'mcp__bank__transfer', tool_input: input };
    expect(denial(await hook({ ...call, tool_input: { ...input, amount: 5401 } }))).toContain(
      'amount has to be 5400.00',
    );
    expect(denial(await hook(call))).toBeNull();
    const response = { content: [{ type: 'text', text: '{"amount":"5400.00"}' }] };
    const { out } = await hook({ ...call, hook_event_name: 'PostToolUse', tool_response: response });
    expect(out).toContain('DONE');
  });
});

describe('whatever fails in it blocks', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['no UTF-8', Buffer.from([0xff, 0xfe]).toString('latin1').concat('{')],
    ['an event of another kind', '{"hook_event_name":"Stop"}'],
  ])('%s', async (_, text) => {
    expect(await hook(text)).toMatchObject({ exit: 2, out: '' });
  });

  test('no ledger, no key, a strange key, no rules, a rule that says nothing', async () => {
    expect((await hook(bash(paysFirst), '--ledger', office.path('no.ledger'))).exit).toBe(2);
    writeFileSync(office.path('strange.key'), `hbk_${'a'.repeat(22)}_${'b'.repeat(43)}\n`, { mode: 0o600 });
    const environment = { HEARBACK_LEDGER: office.ledger, HEARBACK_CONFIG: office.path('hearback.json') };
    const stdin = JSON.stringify(bash(paysFirst));
    for (const args of [['hook'], ['hook', '--key-file', office.path('strange.key')]])
      expect(await hearback(args, { stdin, environment })).toMatchObject({ exit: 2, out: '' });
    for (const more of [{}, { hook: { rules: [] } }, { hook: { rules: [{ tool: 'Bash', ask: 'PAY' }] } }]) {
      office.configure({}, more);
      expect(await hook(bash('ls'))).toMatchObject({ exit: 2, out: '' });
    }
  });

  test('a ledger that somebody holds', async () => {
    await office.confirmed(1);
    const holder = await Holder.of(office.ledger);
    await holder.holds();
    const args = [command, 'hook', '--key-file', office.path('treasury.key')];
    const env = { PATH: process.env['PATH'], HEARBACK_LEDGER: office.ledger };
    const input = JSON.stringify(bash(paysFirst));
    const ended = spawnSync(process.execPath, args, { cwd: office.folder, env, input, encoding: 'utf8' });
    await holder.end();
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(/the call is blocked: BUSY: nothing was executed/);
    expect(denial(await hook(bash(paysFirst)))).toBeNull(); // it was not claimed
  });
});

describe('in the settings of Claude Code', () => {
  const settings = (): string => office.path('settings.json');
  const installed = (...args: readonly string[]): Promise<Ended> =>
    hearback([
      'hook',
      'install',
      '--settings',
      settings(),
      '--config',
      office.path('hearback.json'),
      ...args,
    ]);

  /** What the shell of the program does with the command of an event. */
  function asInstalled(event: object): { status: number | null; stdout: string } {
    const { hooks } = JSON.parse(readFileSync(settings(), 'utf8')) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    const text = hooks.PreToolUse[0]?.hooks[0]?.command ?? '';
    const key = readFileSync(office.path('treasury.key'), 'utf8').trim();
    return spawnSync('sh', ['-c', text], {
      cwd: '/',
      env: { PATH: process.env['PATH'], HEARBACK_LEDGER: office.ledger, HEARBACK_KEY: key },
      input: JSON.stringify(event),
      encoding: 'utf8',
    });
  }

  test('the command that was put in denies, lets through, and blocks when it cannot start', async () => {
    expect((await installed('--command', `'${process.execPath}' '${command}'`)).exit).toBe(0);
    expect(asInstalled(bash(paysFirst))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('deny'),
    });
    expect(asInstalled(bash('ls'))).toMatchObject({ status: 0, stdout: '' });
    await office.confirmed(1);
    expect(asInstalled(bash(paysFirst))).toMatchObject({ status: 0, stdout: '' });
    await installed('--command', '/no/such/hearback');
    expect(asInstalled(bash('ls')).status).toBe(2);
    await installed('--command', `'${process.execPath}' -e 'process.abort()'`);
    expect(asInstalled(bash('ls')).status).toBe(2);
  });

  test('shows what changes first; a dry run changes nothing; twice is once; and it can be undone', async () => {
    const before = '{\n  "model": "x"\n}\n';
    writeFileSync(settings(), before);
    const dry = await installed('--dry-run');
    expect(dry.out).toMatch(/^[+] {5}"PreToolUse": \[$/m);
    expect(dry.out).toMatch(/would be changed\n$/);
    expect(readFileSync(settings(), 'utf8')).toBe(before);
    expect((await installed()).out).toMatch(/is changed\n$/);
    expect((await installed()).out).toMatch(/is as it should be\n$/);
    expect((await hearback(['hook', 'uninstall', '--settings', settings()])).exit).toBe(0);
    expect(readFileSync(settings(), 'utf8')).toBe(before);
  });

  test('a link beside the settings leads to nothing that is written', async () => {
    const theirs = office.path('theirs');
    writeFileSync(theirs, 'theirs');
    for (const end of ['.hearback', '.new', '.tmp']) symlinkSync(theirs, settings() + end);
    expect((await installed()).exit).toBe(0);
    expect(readFileSync(theirs, 'utf8')).toBe('theirs');
  });

  test('a settings file that is none is left as it is', async () => {
    writeFileSync(settings(), '{ "hooks": ');
    expect(await installed()).toMatchObject({ exit: 2, err: expect.stringContaining('is left as it is') });
    expect(readFileSync(settings(), 'utf8')).toBe('{ "hooks": ');
  });

  test.each(['hearback # mine', 'hearback;', 'hearback ||', 'hearback &', 'a\nb', ' '])(
    'a command behind which nothing would block is not put in: %j',
    async (text) => {
      expect((await installed('--command', text)).exit).toBe(2);
    },
  );

  test('without rules nothing is installed', async () => {
    office.configure({});
    expect((await installed()).exit).toBe(2);
  });
});

test('hook check says what is guarded and what would pass', async () => {
  await office.confirmed(1);
  const { stdout, status } = await office.run('treasury', 'hook', 'check');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^guarded {2}PAY: Bash that mentions pay\.sh\npasses {3}Bash: \.\/pay\.sh marlow 5400\.00/,
  );
  office.configure({}, { hook: { rules: [rule] } });
  expect(await office.run('treasury', 'hook', 'check')).toMatchObject({ status: 1 });
});

test('hook check fails a rule that forgets a slot, which no statement could ever pass', async () => {
  office.configure({}, { executors, hook: { rules: [{ ...rule, unstated: ['paid'] }] } });
  const { stdout, status } = await office.run('treasury', 'hook', 'check');
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAILS {4}PAY: Bash: .* nothing of apref: /m)]);
});
