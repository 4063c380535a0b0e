import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { CliOffice as Office } from '../../../support/cli-office.ts';
import { at } from '../../../support/ledger/lines.ts';
import { hearback } from '../run.ts';
import { type CliOffice, cliOffice } from './office.ts';
import { openFolder, written } from './workshop.ts';

const HO = 'RW1 HO scheduler-1 from=scheduler to=writer item=doc:1 ask=DRAFT exp=20261002T1700Z';

async function sent(): Promise<CliOffice> {
  const office = await cliOffice();
  await office.asAt(at('14:00:00'), 'ap-office', 'send', HO, '--close-when-expired');
  return office;
}

describe('ledger verify', () => {
  test('names the first entry that was changed, and ends with exit code 1', async () => {
    const office = await sent();
    const sound = await office.run('ledger', 'verify', '--json');
    expect([sound.exit, JSON.parse(sound.out)]).toMatchObject([
      0,
      { holds: true, conversations: 2, entries: 4 },
    ]);
    expect((await office.run('ledger', 'verify')).out).toContain('that entries were cut off at an end');
    const database = new DatabaseSync(office.ledger);
    database.exec(`DROP TRIGGER entries_never_change;
      UPDATE entries SET text = replace(text, 'doc:1', 'doc:2') WHERE conversation = 'main'`);
    database.close();
    const { exit, out } = await office.run('ledger', 'verify');
    expect([exit, out]).toEqual([1, expect.stringMatching(/^LEDGER NOT TRUSTED at entry 1 of main: /)]);
    expect(JSON.parse((await office.run('ledger', 'verify', '--json')).out)).toMatchObject({
      holds: false,
      conversation: 'main',
      sequence: 1,
    });
  });

  test('takes no heads without a key, or with something that is none', async () => {
    const office = await sent();
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const key = written(office.folder, 'key.pem', pem);
    const heads = written(office.folder, 'heads.json', '{}');
    for (const [ends, ...args] of [
      [2, '--heads', heads],
      [2, '--heads', heads, '--public-key', heads],
      [1, '--heads', heads, '--public-key', key],
      [2, '--heads', join(office.folder, 'absent')],
    ] as const) {
      const { exit, out, err } = await office.run('ledger', 'verify', ...args);
      expect([exit, out]).toEqual([ends, '']);
      expect(err).not.toContain('PRIVATE');
    }
  });

  test('shows how far it has come on a terminal, and wipes it', async () => {
    const office = await sent();
    const { err } = await hearback(['ledger', 'verify', '--ledger', office.ledger], { isTerminal: true });
    expect(err).toMatch(/^(\r\x1b\[Kverifying \d+ entries)*(\r\x1b\[K)?$/);
  });
});

test('sweep closes what has expired where its sender lets it, at the time of the ledger', async () => {
  const office = await sent();
  const sweep = async (now: number) =>
    JSON.parse((await hearback(['sweep', '--json', '--ledger', office.ledger], { ledgerClock: now })).out);
  expect(await sweep(at('16:59:59'))).toMatchObject({ closed: 0 });
  expect(await sweep(at('17:00:00'))).toMatchObject({ closed: 1 });
  expect((await office.run('open')).out).toBe('nothing is open in main\n');
  expect((await office.run('thread', '--lines')).out).toContain('why=EXPIRED');
  expect((await office.run('sweep', '--limit', 'many')).exit).toBe(2);
});

describe('doctor', () => {
  test('says which promises hold, and ends with exit code 1 where one does not', async () => {
    const office = await sent();
    const well = await office.run('doctor', '--json');
    const { kind, schema, promises } = JSON.parse(well.out);
    expect([well.exit, kind, schema > 0]).toEqual([0, 'sqlite', true]);
    expect(promises.every(({ holds }: { holds: boolean }) => holds)).toBe(true);
    expect(promises.length).toBeGreaterThan(5);
    const lax = written(
      office.folder,
      'lax.json',
      '{"ledger":"office.ledger","selfConfirm":true,"elsewhere":["PAY"]}',
    );
    const { exit, out } = await hearback(['doctor', '--config', lax]);
    expect(exit).toBe(1);
    expect(out).toMatch(/^DOES NOT HOLD .*selfConfirm is true$/m);
    expect(out).toMatch(/^DOES NOT HOLD .*PAY$/m);
  });

  test('tells a ledger without principals', async () => {
    const office = await sent();
    const bare = join(office.folder, 'bare.ledger');
    await hearback(['ledger', 'init', '--ledger', bare]);
    const { exit, out } = await hearback(['doctor', '--ledger', bare]);
    expect([exit, out]).toEqual([1, expect.stringContaining('there is no principal')]);
  });
});

describe('ledger head', () => {
  const keys = (office: CliOffice): { readonly secret: string; readonly open: string } => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const open = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    return {
      secret: written(office.folder, 'sign.pem', secret),
      open: written(office.folder, 'open.pem', open),
    };
  };

  test('signed and kept elsewhere, shows that the end was cut off (T21)', async () => {
    const office = await sent();
    const { secret, open } = keys(office);
    const heads = join(office.folder, 'heads.json');
    expect((await office.run('ledger', 'head', '--sign', secret, '--to', heads)).exit).toBe(0);
    const held = ['ledger', 'verify', '--heads', heads, '--public-key', open];
    expect((await office.run(...held)).exit).toBe(0);
    const database = new DatabaseSync(office.ledger);
    database.exec(`PRAGMA foreign_keys=OFF; DROP TRIGGER entries_never_go;
      DELETE FROM entries WHERE conversation = 'main'`);
    database.close();
    expect((await office.run('ledger', 'verify')).exit).toBe(0);
    const { exit, out } = await office.run(...held);
    expect([exit, out]).toEqual([1, expect.stringContaining('NOT TRUSTED at entry 1 of main')]);
  });

  test('unsigned, or signed with another key, proves nothing: exit code 1, and why', async () => {
    const office = await sent();
    const { secret, open } = keys(office);
    const { open: other } = keys({ ...office, folder: openFolder() });
    const bare = written(office.folder, 'bare.json', (await office.run('ledger', 'head')).out);
    const signed = written(
      office.folder,
      'signed.json',
      (await office.run('ledger', 'head', '--sign', secret)).out,
    );
    const none = written(office.folder, 'none.json', '{}');
    const told = async (verb: string, heads: string, key: string): Promise<[number, string]> => {
      const { exit, err } = await office.run(
        'ledger',
        verb,
        ...(verb === 'import' ? [none] : []),
        '--heads',
        heads,
        '--public-key',
        key,
      );
      return [exit, err];
    };
    for (const verb of ['verify', 'import']) {
      expect(await told(verb, bare, open)).toEqual([1, expect.stringContaining('nobody signed it')]);
      expect(await told(verb, signed, other)).toEqual([
        1,
        expect.stringContaining('signed with another key'),
      ]);
      expect(await told(verb, none, open)).toEqual([
        1,
        expect.stringContaining('no document of signed heads'),
      ]);
      expect(await told(verb, signed, none)).toEqual([2, expect.stringContaining('no key in PEM form')]);
    }
    expect((await told('verify', signed, open))[0]).toBe(0);
    expect((await office.run('ledger', 'verify', '--heads', signed)).exit).toBe(2);
  });

  test('is one line for a pipe, and never written over', async () => {
    const office = await sent();
    const { secret } = keys(office);
    const { out, exit } = await office.run('ledger', 'head', '--sign', secret);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      signed: { format: 'hearback heads' },
      signature: expect.any(String),
    });
    const there = written(office.folder, 'there.json', 'older heads');
    const over = await office.run('ledger', 'head', '--to', there);
    expect([over.exit, over.err]).toEqual([2, expect.stringContaining('it is there already')]);
    const lax = written(office.folder, 'lax.pem', 'x', 0o644);
    expect((await office.run('ledger', 'head', '--sign', lax)).err).toContain('others may open');
  });
});

describe('ledger export and import', () => {
  test('give the same ledger again, to the byte; the copy runs nothing until somebody has looked', async () => {
    const office = await sent();
    const first = join(office.folder, 'first.jsonl');
    expect((await office.run('ledger', 'export', '--kept', '--to', first)).exit).toBe(0);
    const copy = join(office.folder, 'copy.ledger');
    const at = (...args: string[]) => hearback([...args, '--ledger', copy]);
    expect((await at('ledger', 'import', first, '--dry-run')).exit).toBe(0);
    const imported = await at('ledger', 'import', first, '--json');
    expect([imported.exit, JSON.parse(imported.out)]).toMatchObject([0, { outcome: 'imported', entries: 4 }]);
    const second = await at('ledger', 'export', '--kept');
    expect(second.out).toBe(readFileSync(first, 'utf8'));
    expect((await at('doctor')).out).toMatch(/^DOES NOT HOLD .*QUARANTINED/m);
    expect((await at('ledger', 'verify')).exit).toBe(0);
    const looked = await at('reconcile', '--restored', '--by', 'm.okafor');
    expect([looked.exit, looked.out]).toEqual([
      0,
      expect.stringMatching(
        /^The quarantine is over: the ledger goes on as epoch \S+\.\nNothing that was confirmed before is left unknown\. What was prepared is discarded, /,
      ),
    ]);
    expect((await at('doctor')).exit).toBe(0);
    const again = await at('ledger', 'import', first);
    expect([again.exit, again.out]).toEqual([1, '']);
  });

  test('leave out what senders keep, unless they are told', async () => {
    const office = await sent();
    await office.as(
      'ap-office',
      'send',
      HO.replace('scheduler-1', 'scheduler-9').replace(/ exp.*/, ''),
      '--criteria',
      'must:canary',
    );
    expect((await office.run('ledger', 'export')).out).not.toContain('canary');
    expect((await office.run('ledger', 'export', '--kept')).out).toContain('canary');
    const bare = written(office.folder, 'bare.jsonl', (await office.run('ledger', 'export')).out);
    const copy = join(office.folder, 'bare.ledger');
    const refused = await hearback(['ledger', 'import', bare, '--ledger', copy]);
    expect([refused.exit, refused.out]).toEqual([
      1,
      expect.stringContaining('made without what senders kept'),
    ]);
    expect((await hearback(['ledger', 'import', bare, '--ledger', copy, '--without-kept'])).exit).toBe(0);
  });

  test('take nothing of an export that is cut off or changed', async () => {
    const office = await sent();
    const whole = (await office.run('ledger', 'export', '--kept')).out;
    for (const [name, text] of Object.entries({
      cut: whole.slice(0, -40),
      changed: whole.replace('doc:1', 'doc:2'),
    })) {
      const copy = join(office.folder, `${name}.ledger`);
      const file = written(office.folder, `${name}.jsonl`, text);
      const { exit, out } = await hearback(['ledger', 'import', file, '--ledger', copy]);
      expect([exit, out]).toEqual([
        1,
        expect.stringMatching(/^refused at line \d+: .*Nothing was written.\n$/),
      ]);
      expect((await hearback(['ledger', 'status', '--ledger', copy])).err).toContain('there is no ledger at');
      expect(readdirSync(office.folder).filter((one) => one.startsWith(`${name}.ledger`))).toEqual([]);
      expect((await hearback(['ledger', 'import', '-', '--dry-run'], { stdin: text })).exit).toBe(1);
    }
    const torn = join(office.folder, 'torn.ledger');
    const unread = ['ledger', 'import', '-', '--ledger', torn];
    expect((await hearback(unread, { stdin: new Uint8Array([255]) })).exit).toBe(2);
    expect(readdirSync(office.folder).filter((one) => one.startsWith('torn'))).toEqual([]);
    const bytes = written(office.folder, 'bytes.jsonl', '');
    expect((await hearback(['ledger', 'import', bytes, '--dry-run'])).exit).toBe(1);
    expect(
      (await hearback(['ledger', 'import', '-', '--dry-run'], { stdin: new Uint8Array([255]) })).exit,
    ).toBe(2);
  });
});

test('ledger backup copies a ledger that is in use, for its owner alone; the copy runs nothing until somebody has looked', async () => {
  const office = await sent();
  const copy = join(office.folder, 'copy-of.ledger');
  const made = await office.run('ledger', 'backup', copy, '--json');
  expect([made.exit, JSON.parse(made.out)]).toMatchObject([0, { outcome: 'copied', path: copy }]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect((await office.run('ledger', 'backup', copy)).exit).toBe(2);
  const at = (...args: string[]) => hearback([...args, '--ledger', copy]);
  expect((await at('thread', '--lines')).out).toBe((await office.run('thread', '--lines')).out);
  expect((await at('ledger', 'verify')).exit).toBe(0);
  expect((await at('doctor')).out).toMatch(/^DOES NOT HOLD .*QUARANTINED/m);
  expect((await office.run('doctor')).exit).toBe(0);
});

describe('ledger recheck', () => {
  test('says of a ledger of this version that every line is judged as it was', async () => {
    const office = await sent();
    const { exit, out } = await office.run('ledger', 'recheck');
    expect([exit, out]).toEqual([0, 'the same: 4 entries, 1 line judged once more, 0 left out\n']);
    expect((await office.run('ledger', 'recheck', '--in', 'other', '--json')).out).toBe(
      '{"entries":0,"judged":0,"left":0,"differences":0}\n',
    );
  });

  test('names a line that is judged otherwise under the profiles of today, and ends with exit code 1', async () => {
    const office = await cliOffice();
    const profile = (asks: object): string =>
      JSON.stringify({ profile: 'own', version: '1', extends: 'core', asks });
    const own = join(office.folder, 'profiles');
    mkdirSync(own);
    written(own, 'own.json', profile({ POLISH: 'make it shine' }));
    const line = 'RW1 HO scheduler-1 p=own from=scheduler to=writer item=doc:1 ask=POLISH';
    expect((await office.as('ap-office', 'send', line, '--profiles', own)).exit).toBe(0);
    expect((await office.run('ledger', 'recheck', '--profiles', own)).exit).toBe(0);
    written(own, 'own.json', profile({ SHINE: 'polish it' }));
    const { exit, out } = await office.run('ledger', 'recheck', '--profiles', own);
    expect(exit).toBe(1);
    expect(out).toMatch(/^entry 1 of main: RW1 HO scheduler-1 /);
    expect(out).toMatch(/recorded {2}taken, passes .*\n {2}now {7}refused, unreadable /);
    expect(out).toMatch(/^1 line judged otherwise: /m);
  });
});

describe('ledger redact', () => {
  test('drops what an entry said, for a reason that stays; the chain holds', async () => {
    const office = await sent();
    const redact = (...more: string[]) =>
      office.run('ledger', 'redact', '1', '--reason', 'asked for', '--by', 'dpo', ...more);
    const open = await redact('--json');
    expect([open.exit, JSON.parse(open.out).reason]).toEqual([1, 'open']);
    await office.asAt(at('15:00:00'), 'ap-office', 'cancel', 'scheduler-1');
    expect((await redact()).exit).toBe(0);
    expect((await redact()).out).toMatch(/^was redacted/);
    expect((await office.run('thread')).out).not.toContain('ask=DRAFT');
    expect((await office.run('ledger', 'verify')).exit).toBe(0);
    expect((await office.run('ledger', 'redact', '1')).exit).toBe(2);
    expect((await office.run('ledger', 'redact', 'one', '--reason', 'x')).exit).toBe(2);
  });
});

test('what is not read back in time is late, and is swept as such', async () => {
  const office = await cliOffice();
  const ST = 'RW1 HO scheduler-1 from=scheduler to=writer item=doc:1 ask=DRAFT';
  const send = await office.asAt(at('14:00:00'), 'ap-office', 'send', ST, '--readback-by', '20261002T1500Z');
  expect(send.exit).toBe(0);
  const open = async (now: number) =>
    (await hearback(['open', '--ledger', office.ledger], { ledgerClock: now })).out;
  expect(await open(at('14:59:00'))).not.toContain('LATE');
  expect(await open(at('15:00:00'))).toContain('LATE: not read back');
  const swept = await hearback(['sweep', '--json', '--ledger', office.ledger], {
    ledgerClock: at('15:00:00'),
  });
  expect(JSON.parse(swept.out)).toMatchObject({ overdue: 1 });
  expect((await office.as('ap-office', 'send', ST, '--readback-by', 'soon')).exit).toBe(2);
});

test('a principal at its cap is told so: not now', async () => {
  const office = await cliOffice();
  const config = written(
    office.folder,
    'capped.json',
    '{"ledger":"office.ledger","caps":{"openHandoffs":1}}',
  );
  const send = (id: number) =>
    hearback([
      'send',
      `RW1 HO scheduler-${id} from=scheduler to=writer item=doc:${id} ask=DRAFT`,
      ...['--config', config, '--key-file', office.key('ap-office'), '--json'],
    ]);
  expect((await send(1)).exit).toBe(0);
  const busy = await send(2);
  expect([busy.exit, JSON.parse(busy.out)]).toMatchObject([4, { outcome: 'declined' }]);
  expect((await hearback(['doctor', '--config', config])).out).toContain('1 open handoffs');
});

test('reconcile --restored says what may have run without the copy, and what to do next', async () => {
  const office = await Office.open();
  try {
    await office.confirmed(1);
    await office.prepared(2);
    const copy = office.path('copy.ledger');
    expect((await office.run(null, 'ledger', 'backup', copy)).status).toBe(0);
    const { exit, out } = await hearback(['reconcile', '--restored', '--by', 'm.okafor', '--ledger', copy]);
    expect([exit, out.split('\n')]).toEqual([
      3,
      [
        expect.stringMatching(/^The quarantine is over: the ledger goes on as epoch /),
        expect.stringMatching(
          /^UNKNOWN: 1 statement that was confirmed before may have run since without this ledger; /,
        ),
        expect.stringMatching(/^hearback open lists what is unknown; hearback reconcile settles it /),
        '',
      ],
    ]);
    expect((await hearback(['open', '--ledger', copy])).out).toContain('UNKNOWN: ');
  } finally {
    office.remove();
  }
});
