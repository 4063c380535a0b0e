import { describe, expect, test } from 'vitest';
import { verbs } from '../../../src/cli/verbs.ts';
import { HO, RB } from './lines.ts';
import { hearback } from './run.ts';

const usage = async (...args: string[]): Promise<string> => {
  const { exit, out, err } = await hearback(args);
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  return err.split('\n')[0] as string;
};

test('the overview names every verb in its own group, and in no other', async () => {
  const { out } = await hearback(['--help']);
  const rows = out.split('\n').filter((row) => row.startsWith('  crosswalk '));
  expect(rows.map((row) => row.slice(row.lastIndexOf(': ') + 2))).toEqual(['check-rb', 'translate', 'check']);
});

test('the help of a verb names those beside it, and of a verb without any it names none', async () => {
  const beside = async (verb: string) =>
    /Verbs beside it\n((?: {2}.*\n)+)/.exec((await hearback([verb, '--help'])).out)?.[1];
  expect(await beside('hook')).toMatch(
    /^ {2}hook check .*\n {2}hook install .*\n(?: {4}.*\n)* {2}hook uninstall /,
  );
  expect(await beside('guard')).toMatch(/^ {2}guard approve [\s\S]*^ {2}guard init /m);
  expect(await beside('mcp')).toBeUndefined();
});

describe('wrong usage ends with exit code 2, a sentence on standard error and nothing on standard output', () => {
  test('an unknown verb, with the nearest one', async () => {
    expect(await usage('chek-rb', HO, RB)).toBe('hearback: no verb chek-rb; did you mean check-rb?');
    expect(await usage('xyzzy')).toBe('hearback: no verb xyzzy; hearback --help lists them');
    expect(await usage('constructor')).toMatch(/^hearback: no verb constructor/);
  });

  test('a verb beside a verb that does not exist is no argument of that one', async () => {
    expect(await usage('hook', 'instal')).toBe(
      'hearback hook: no verb hook instal; did you mean hook install?',
    );
    expect(await usage('hook', 'xyzzy')).toBe(
      'hearback hook: no verb hook xyzzy; hook takes check, install, uninstall',
    );
  });

  test('an unknown option, with the nearest one: it is never ignored', async () => {
    expect(await usage('check-rb', HO, RB, '--recrod', '{}')).toBe(
      'hearback check-rb: unknown option --recrod; did you mean --record?',
    );
    expect(await usage('check-rb', HO, RB, '-n')).toMatch(/unknown option -n/);
    expect(await usage('digest', HO, '--expect-acc', 'len:1w')).toMatch(/unknown option --expect-acc/);
  });

  test.each([
    ['mcp', []],
    ['guard', ['--policy', 'no.json']],
  ])('an option of %s that would say nothing the way it serves', async (verb, rest) => {
    const own = [verb, ...rest, '--ledger', 'no.ledger'];
    expect(await usage(...own, '--origin', 'https://mcp.example')).toMatch(/--origin goes with --http/);
    expect(await usage(...own, '--http', '0', '--key-file', 'no.key')).toMatch(
      /--key-file goes without --http: there each request shows its own key/,
    );
  });

  test('a console that is no address', async () => {
    const at = (address: string): Promise<string> => usage('mcp', '--console', address);
    expect(await at('console.example')).toMatch(/--console console\.example is no address/);
    expect(await at('https://')).toMatch(/is no address/);
  });

  test('a missing or a surplus argument', async () => {
    expect(await usage('check-rb', HO)).toBe('hearback check-rb: RB is missing: the readback that came back');
    expect(await usage('validate', 'RW1', 'HO')).toMatch(/one argument too many: HO; quote a line/);
    expect(await usage('reply', HO)).toMatch(/--as AGENT is missing/);
  });

  test('an option without its value, with one that it does not take, or given twice', async () => {
    expect(await usage('validate', HO, '--now')).toMatch(/--now needs a value: --now T/);
    expect(await usage('validate', HO, '--strict=yes')).toMatch(/--strict takes no value/);
    expect(await usage('check-rb', HO, RB, '--record', '{}', '--record={}')).toMatch(
      /--record is given twice/,
    );
  });

  test.each(['20261301T0900Z', '20261001T2460Z', '2026-10-01T09:00Z', 'now', ''])(
    'a clock that is none: %s',
    async (now) => {
      for (const verb of ['validate', 'digest', 'check-rb']) {
        expect(await usage(verb, HO, ...(verb === 'check-rb' ? [RB] : []), '--now', now)).toMatch(
          /times are YYYYMMDDTHHMMZ/,
        );
      }
    },
  );

  test('a profile that is not loaded', async () => {
    expect(await usage('validate', HO, '--profile', 'pai')).toMatch(
      /--profile pai is not loaded; did you mean pay\?/,
    );
  });

  test('an agent that the profile does not have, with those that it has', async () => {
    const doc = ['--doc', 'a=README.md', '--to', 'reconciler'];
    expect(await usage('translate', '--profile', 'pay', '--from', 'bob', ...doc)).toBe(
      'hearback translate: --from bob is no agent of pay: name one of extractor, reconciler, scheduler, auditor, payer',
    );
  });

  test('an act without its ask', async () => {
    expect(await usage('profile', 'new', 'parcel', '--slot', 'cost=money', '--act', 'SHIP=cost')).toBe(
      'hearback profile new: --act SHIP=… needs the ask: add --ask "SHIP=what it asks for"',
    );
    const over = ['profile', 'new', 'parcel', '--extends', 'pay', '--act', 'RECON=amt'];
    expect((await hearback(over)).exit).not.toBe(2);
  });

  test('an unknown format, or one beside --json', async () => {
    expect(await usage('validate', HO, '--format', 'xml')).toMatch(
      /--format is one of human line json github sarif/,
    );
    expect(await usage('validate', HO, '--json', '--format', 'line')).toMatch(/exclude each other/);
  });

  test('no verb at all: the overview, on standard error', async () => {
    const { exit, out, err } = await hearback([]);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('Usage: hearback <verb>');
  });

  test('what is echoed of the command line cannot drive a terminal', async () => {
    expect(await usage('\x1b[2J\u202e')).toBe(
      'hearback: no verb \\u{001B}[2J\\u{202E}; hearback --help lists them',
    );
    expect(await usage('validate', HO, '--\x1b[2J')).not.toMatch(/\p{Cc}/u);
  });
});

describe('help', () => {
  test('names every verb in one of its groups', async () => {
    const { exit, out } = await hearback(['--help']);
    expect(exit).toBe(0);
    for (const name of verbs.keys()) {
      const [first, second = ''] = name.split(' ');
      expect(out).toMatch(new RegExp(`^  ${first} .*\\b${second}\\b`, 'm'));
    }
    expect(out.split('\n').length).toBeLessThan(100);
  });

  test.each([...verbs.keys()])('%s has its own, as an option and as an argument of help', async (name) => {
    const asOption = await hearback([...name.split(' '), '--help']);
    expect(asOption.exit).toBe(0);
    expect(asOption.out).toMatch(new RegExp(`^hearback ${name}: `));
    for (const part of ['Usage: ', 'Options on every verb', 'Exit code', 'Example\n  $ ']) {
      expect(asOption.out).toContain(part);
    }
    expect(await hearback(['help', ...name.split(' ')])).toEqual(asOption);
    expect(await hearback([...name.split(' '), '-h'])).toEqual(asOption);
  });

  test.each<[name: string, codes: readonly string[]]>([
    ['skill install', ['0', '1', '2']],
    ['guard init', ['0', '1', '2']],
    ['serve', ['0', '1', '2', '4']],
    ['commit', ['0', '1', '2', '3', '4']],
  ])('%s lists the exit codes that it has, and no others', async (name, codes) => {
    const { out } = await hearback([...name.split(' '), '--help']);
    const [, listed = ''] = /Exit code\n([\s\S]*?)\n\n/.exec(out) ?? [];
    expect([...listed.matchAll(/^ {2}(\d) /gm)].map(([, code]) => code)).toEqual(codes);
  });

  test('a family of verbs has its list', async () => {
    const asked = await hearback(['ledger', '--help']);
    expect(asked.exit).toBe(0);
    expect(asked.out).toMatch(/^hearback ledger: .*^ {2}ledger init {2}/ms);
    expect(await hearback(['help', 'ledger'])).toEqual(asked);
    expect(await usage('ledger')).toMatch(/^hearback ledger: ledger takes init, /);
    expect(await usage('ledger', 'inti')).toBe(
      'hearback ledger: no verb ledger inti; did you mean ledger init?',
    );
    expect(await usage('ledger', 'constructor')).toMatch(/no verb ledger constructor; ledger takes init, /);
  });

  test('says the version', async () => {
    expect((await hearback(['--version'])).out).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+\n$/);
  });
});

test('a double dash ends the options', async () => {
  const { exit, out } = await hearback(['validate', '--', '--strict']);
  expect(exit).toBe(1);
  expect(out).toContain('error[line/version]');
});
