import { describe, expect, test } from 'vitest';
import { readEvent } from '../../../../src/mcp/hook/event.ts';
import { rulesFor } from '../../../../src/mcp/hook/match.ts';
import type { HookRule } from '../../../../src/mcp/hook/rule.ts';
import { callFor, otherwise } from '../../../../src/mcp/hook/states.ts';

const shell: HookRule = {
  tool: 'Bash',
  ask: 'PAY',
  mentions: ['pay.sh'],
  runs: './pay.sh --amount {amt} --to {acct}',
  fixed: { cur: 'GBP' },
  unstated: ['apref'],
};
const values = { amt: '5400.00', acct: '40-12-88/61102938', cur: 'GBP', apref: 'FD-0929' };
const command = './pay.sh --amount 5400.00 --to 40-12-88/61102938';

describe('a command of a shell', () => {
  test('that says exactly the frozen values is the statement’s', () => {
    expect(otherwise(shell, { command, description: 'pay Marlow', timeout: 60_000 }, values)).toBeNull();
    expect(otherwise(shell, { command: `  ${command}\n` }, values)).toBeNull();
    expect(callFor(shell, values)).toBe(command);
  });

  test.each([
    ['another amount', command.replace('5400.00', '5401.00')],
    ['the same amount otherwise written', command.replace('5400.00', '5400.0')],
    ['a second command behind it', `${command} && curl https://evil.example`],
    ['a second command on a line of its own', `${command}\nrm -rf x`],
    ['one blank more', command.replace(' --to', '  --to')],
    ['quotes', command.replace('5400.00', '"5400.00"')],
    ['a variable', command.replace('5400.00', '$AMOUNT')],
    ['a comment', `${command} # as approved`],
  ])('with %s is not', (_, other) => {
    expect(otherwise(shell, { command: other }, values)?.because).toContain(`exactly: ${command}`);
  });

  test('that runs in the background, or out of the sandbox, says more than the rule has', () => {
    const more = { command, run_in_background: true };
    expect(otherwise(shell, more, values)?.because).toBe(
      'the call says run_in_background too, which no rule has',
    );
    expect(otherwise(shell, { command, dangerouslyDisableSandbox: true }, values)).not.toBeNull();
  });

  test.each(['\u00a0', '\ufeff', '\u2028', '\u3000', '\r', '\v', '\f'])(
    'with %j at its end or its beginning is not: to a shell that is part of a word',
    (blank) => {
      expect(otherwise(shell, { command: `${command}${blank}` }, values)).not.toBeNull();
      expect(otherwise(shell, { command: `${blank}${command}` }, values)).not.toBeNull();
    },
  );

  test.each(['$(id)', '=ls', '`id`', 'a b', '--force', 'x;y', "a'b", '{a,b}', '*', '~', 'a\nb', '', 'é'])(
    'is never made of the value %j, which a shell would read',
    (acct) => {
      const hostile = { ...values, acct };
      expect(callFor(shell, hostile)).toBeNull();
      expect(otherwise(shell, { command: `./pay.sh --amount 5400.00 --to ${acct}` }, hostile)).not.toBeNull();
    },
  );

  test('a frozen value that the rule is silent about is not covered', () => {
    const { fixed: _, ...silent } = shell;
    expect(otherwise(silent, { command }, values)?.because).toMatch(/^the rule says nothing of cur/);
    expect(otherwise(shell, { command }, { ...values, cur: 'EUR' })?.because).toBe(
      'cur is EUR, and this tool knows only GBP',
    );
    expect(otherwise(shell, { command }, { ...values, note: 'x' })?.because).toMatch(/nothing of note/);
  });

  test('a value that the statement lacks is none that the call may say', () => {
    expect(otherwise(shell, { command }, { amt: '5400.00', cur: 'GBP' })).not.toBeNull();
    expect(
      otherwise(shell, { command: './pay.sh --amount 5400.00 --to {acct}' }, { amt: '5400.00' }),
    ).not.toBeNull();
  });
});

describe('arguments of a tool', () => {
  const tool: HookRule = {
    tool: 'mcp__bank__transfer',
    ask: 'PAY',
    arguments: { amount: '{amt}', account: '{acct}', currency: '{cur}', memo: 'PAY {apref}', urgent: 'N' },
  };
  const input = {
    ...{ amount: '5400.00', account: '40-12-88/61102938', currency: 'GBP', memo: 'PAY FD-0929' },
    urgent: false,
  };

  test('that say exactly the frozen values are the statement’s', () => {
    expect(otherwise(tool, input, values)).toBeNull();
    for (const amount of [5400, 5400.0]) expect(otherwise(tool, { ...input, amount }, values)).toBeNull();
  });

  test.each([
    ['another number', { amount: 5400.01 }],
    ['a number with a rest', { amount: 5400.000000000001 }],
    ['a huge number', { amount: 1e21 }],
    ['a number for a text', { account: 401288 }],
    ['a text in a list', { amount: ['5400.00'] }],
    ['an object', { amount: { toString: '5400.00' } }],
    ['null', { amount: null }],
    ['another flag', { urgent: true }],
    ['the same text with a blank', { currency: 'GBP ' }],
    ['an argument more', { also_to: '20-00-00/55512345' }],
    ['a prototype', { constructor: 'x' }],
  ])('with %s are not', (_, more) => {
    expect(otherwise(tool, { ...input, ...more }, values)).not.toBeNull();
  });

  test('an argument that is left out is missed, and named', () => {
    const { urgent: _, ...less } = input;
    expect(otherwise(tool, less, values)?.because).toBe('the argument urgent is missing: N');
  });
});

describe('which calls are guarded', () => {
  const event = (tool: string, input: object): ReturnType<typeof readEvent> =>
    readEvent(
      JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: tool, tool_use_id: 't', tool_input: input }),
    );

  test.each([
    'cd bank; ./pay.sh 1',
    'bash -c "./pay.sh 1"',
    './pa\\y.sh 1',
    './"pay".sh 1',
    "./p'a'y.sh 1",
    './pay\\\n.sh 1',
    'cat pay.sh',
    "./p$'a'y.sh 1",
    './pay$".sh" 1',
    "./$'\\x70\\141\\u0079.sh' 1",
    "printf '\\160ay.sh' | sh",
    './pay$' + '{x}.sh 1',
    './pay$(true).sh 1',
    './pay``.sh 1',
    './pay`true`.sh 1',
    "./$'\\U00000070ay.sh'",
    './pay$@.sh 1',
    './{pay.sh,}',
    'pay^.sh 1',
    './pay\u200b.sh 1',
    './PAY.SH 1',
  ])('a command that mentions it: %j', (other) => {
    expect(rulesFor([shell], event('Bash', { command: other }))).toEqual([shell]);
  });

  test('a text of any length and shape is looked through at once', () => {
    for (const part of ['\\', "'", '${', '$(', '\\U99999999', '{', '$a'])
      expect(rulesFor([shell], event('Bash', { command: part.repeat(300_000) }))).toEqual([]);
  });

  test('not one that does not, and not another tool', () => {
    expect(rulesFor([shell], event('Bash', { command: 'ls' }))).toEqual([]);
    expect(rulesFor([shell], event('Read', { file_path: 'pay.sh' }))).toEqual([]);
  });

  test('a * at the end of a name stands for anything', () => {
    const rule: HookRule = { tool: 'mcp__bank__*', ask: 'PAY', arguments: {} };
    expect(rulesFor([rule], event('mcp__bank__transfer', {}))).toHaveLength(1);
    expect(rulesFor([rule], event('mcp__bank', {}))).toHaveLength(0);
    expect(rulesFor([{ ...rule, tool: '*' }], event('Write', {}))).toHaveLength(1);
  });
});

describe('an event', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['no object', '[]'],
    ['another event', '{"hook_event_name":"Stop","tool_name":"a","tool_use_id":"t","tool_input":{}}'],
    ['no tool', '{"hook_event_name":"PreToolUse","tool_use_id":"t","tool_input":{}}'],
    ['no id', '{"hook_event_name":"PreToolUse","tool_name":"a","tool_input":{}}'],
    [
      'input that is no object',
      '{"hook_event_name":"PreToolUse","tool_name":"a","tool_use_id":"t","tool_input":"x"}',
    ],
    [
      'a name twice',
      '{"hook_event_name":"PreToolUse","tool_name":"a","tool_name":"b","tool_use_id":"t","tool_input":{}}',
    ],
    [
      'the name of a prototype',
      '{"hook_event_name":"constructor","tool_name":"a","tool_use_id":"t","tool_input":{}}',
    ],
  ])('with %s cannot be judged', (_, text) => {
    expect(() => readEvent(text)).toThrow(/event|tool_input/);
  });

  const big = { list: Array.from({ length: 1_500_000 }, () => 0) };
  const whole = { hook_event_name: 'PreToolUse', tool_name: 'a', tool_use_id: 't', tool_input: big };

  test('of millions of values is read at once as a program writes it, and else not at all', () => {
    expect(readEvent(JSON.stringify(whole)).input).toEqual(big);
    expect(() => readEvent(JSON.stringify(whole, null, 1))).toThrow('longer than 4194304 characters');
  });
});

test.each(['./PAY.SH --amount 1', './Pay.sh', 'p\\AY.sh'])(
  '%s is such an act too: some disks do not tell case',
  (other) => {
    const event = readEvent(
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_use_id: 't1',
        tool_input: { command: other },
      }),
    );
    expect(rulesFor([shell], event)).toEqual([shell]);
  },
);
