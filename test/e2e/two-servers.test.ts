import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import { approvalsOn, createLedger, type Handle, type Ledger } from '../../src/ledger/index.ts';
import { openPostgres } from '../../src/ledger/postgres.ts';
import { CliOffice } from '../support/cli-office.ts';
import { mainText } from '../support/deciding.ts';
import { payment } from '../support/ledger/lines.ts';
import { Bank } from '../support/ledger/office.ts';
import { mayPay } from '../support/ledger/questions.ts';
import { Cluster, findPostgres, freePort } from '../support/postgres.ts';
import { type ServeProcess, serveProcess } from '../support/serve-process.ts';
import { sessionOf } from '../support/session-of.ts';
import { available } from '../support/skip.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';
import { WebClient } from '../support/web-client.ts';

/** What people type, whichever server answers: a balancer would stand there. */
const origin = 'http://localhost:8499';

/** One of them, at the port where it itself is found. */
type Server = Pick<ServeProcess, 'port' | 'end'>;

describe.skipIf(!available('PostgreSQL', findPostgres))('two servers at one PostgreSQL', () => {
  let cluster: Cluster;
  let office: CliOffice;
  let ledger: Ledger;
  let scheduler: Handle;
  let one: Server;
  let other: Server;
  const streams: IncomingMessage[] = [];

  beforeAll(async () => {
    cluster = await Cluster.start();
    office = await CliOffice.open(cluster.url);
    office.configure({ env: { BANK_DOES: 'waits' } });
    const limits = { amt: { currency: 'cur', most: { GBP: '1000.00' } } };
    const policy = { name: 'two-above-1000', rules: [{ asks: ['PAY'], alone: limits }] };
    writeFileSync(office.path('policy.json'), JSON.stringify(policy));
    [one, other] = await Promise.all([start(), start()]);
    ledger = createLedger({ store: await openPostgres(new Pool({ connectionString: cluster.url })) });
    scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler'] });
  }, 60_000);
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.destroy();
  });
  afterAll(async () => {
    await Promise.all([one?.end('SIGTERM'), other?.end('SIGKILL')]);
    await ledger?.close();
    await cluster?.remove();
    office?.remove();
  });

  async function start(): Promise<Server> {
    const port = await freePort();
    const [config, policy] = [office.path('hearback.json'), office.path('policy.json')];
    const where = ['--port', String(port), '--origin', origin, '--ledger', cluster.url];
    const { end } = await serveProcess([...where, '--config', config, '--policy', policy]);
    return { port, end };
  }

  /** Somebody whose browser has a session. */
  async function person(name: string): Promise<WebClient> {
    return new WebClient(origin, await sessionOf(ledger, name));
  }

  let asked = 0;
  /** Asks whether an amount may be paid; each time about another item. */
  async function ask(amt = '540.00'): Promise<{ readonly id: string; readonly item: string }> {
    asked += 1;
    const item = `inv:two-${asked}`;
    const line = mayPay(asked, { amt, ref: `two-${asked}` }, 'by=20991231');
    const sent = await scheduler.send(line.replace('inv:MD-2026-057', item));
    if (sent.outcome === 'refused') throw new Error(sent.message);
    return { id: sent.id, item };
  }

  /** How many answers a question has, and how many approvals its item. */
  async function recorded({ id, item }: { id: string; item: string }): Promise<readonly [number, number]> {
    const thread = await scheduler.thread({ limit: 1_000 });
    const answers = thread.filter(
      ({ type, line, refused }) => type === 'AN' && refused === null && line?.includes(` re=${id} `),
    );
    return [answers.length, (await approvalsOn(scheduler, item)).length];
  }

  /** Listens to a server's events, and gives what arrived so far. */
  async function listening({ port }: Server, who: WebClient): Promise<() => string> {
    const stream = await who.open(port, '/events');
    streams.push(stream);
    let said = '';
    stream.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
    stream.on('error', () => undefined);
    await arrives(() => said.includes(': here'));
    return () => said;
  }

  async function arrives(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(20);
  }

  test('a question that was answered at one is gone at the other, and its form counts at neither', async () => {
    const question = await ask();
    const okafor = await person('m.okafor');
    const path = `/questions/main/${question.id}`;
    for (const { port } of [one, other]) expect(await okafor.read(port, '/')).toContain(path);
    const late = await okafor.choose(other.port, question.id, 'APPROVE');

    const page = await okafor.choose(one.port, question.id, 'HOLD');
    expect(await okafor.confirm(one.port, page, question.id, 'HOLD')).toMatchObject({ status: 303 });

    for (const { port } of [one, other]) expect(await okafor.read(port, '/')).not.toContain(path);
    expect(mainText(await okafor.read(other.port, path))).toContain('answered by m.okafor');
    const said = await okafor.confirm(other.port, late, question.id, 'APPROVE', '540.00');
    expect([said.status, mainText(said.body)]).toEqual([409, expect.stringContaining('has its answer')]);
    expect(await recorded(question)).toEqual([1, 0]);
  });

  test('a form of a page that one made is taken by the other, once', async () => {
    const question = await ask();
    const okafor = await person('m.okafor');
    const page = await okafor.choose(one.port, question.id, 'APPROVE');
    const said = () => okafor.confirm(other.port, page, question.id, 'APPROVE', '540.00');
    expect((await said()).status).toBe(303);
    expect((await said()).status).toBe(409);
    expect(await recorded(question)).toEqual([1, 1]);
  });

  test('an approval that is given at both at once counts once', async () => {
    const [okafor, reyes] = [await person('m.okafor'), await person('j.reyes')];
    for (const second of [okafor, reyes, okafor, reyes]) {
      const question = await ask();
      const pages = await Promise.all([
        okafor.choose(one.port, question.id, 'APPROVE'),
        second.choose(other.port, question.id, 'APPROVE'),
      ]);
      const said = await Promise.all([
        okafor.confirm(one.port, pages[0], question.id, 'APPROVE', '540.00'),
        second.confirm(other.port, pages[1], question.id, 'APPROVE', '540.00'),
      ]);
      expect(said.map(({ status }) => status).sort()).toEqual([303, 409]);
      expect(await recorded(question)).toEqual([1, 1]);
    }
  });

  test('where two people are needed, one who says go at both at once is one', async () => {
    const [okafor, reyes] = [await person('m.okafor'), await person('j.reyes')];
    const question = await ask('5400.00');
    const pages = await Promise.all(
      [one, other].map(({ port }) => okafor.choose(port, question.id, 'APPROVE')),
    );
    const said = await Promise.all(
      [one, other].map(({ port }, which) =>
        okafor.confirm(port, pages[which] ?? '', question.id, 'APPROVE', '5400.00'),
      ),
    );
    expect(said.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await recorded(question)).toEqual([0, 0]);

    const page = await reyes.choose(other.port, question.id, 'APPROVE');
    const second = await reyes.confirm(other.port, page, question.id, 'APPROVE', '5400.00');
    expect(second.status).toBe(303);
    expect(await recorded(question)).toEqual([1, 1]);
    const [approval] = await approvalsOn(scheduler, question.item);
    expect(approval?.approvers.map((approver) => approver.person)).toEqual(['m.okafor', 'j.reyes']);
  });

  test('what is written through one is told by NOTIFY, and who listens at the other hears it', async () => {
    const okafor = await person('m.okafor');
    const heard = await listening(other, okafor);
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    const notified: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => notified.push(payload));
    await client.query('LISTEN hearback_hearback');
    const listeners = await client.query(
      `SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN "hearback%'`,
    );
    expect(Number(listeners.rows[0].count)).toBeGreaterThan(0);

    const question = await ask();
    await arrives(() => heard().includes('event: entry'));
    notified.length = 0;
    const before = heard().split('event: entry').length;
    const page = await okafor.choose(one.port, question.id, 'HOLD');
    await okafor.confirm(one.port, page, question.id, 'HOLD');
    await arrives(() => heard().split('event: entry').length > before);
    await arrives(() => notified.includes('main'));
    await client.end();
    expect(heard()).not.toContain(question.item); // it says that something was written, and nothing of it
  });

  test('a session holds at both and ends at both', async () => {
    const okafor = await person('m.okafor');
    const page = await okafor.read(one.port, '/account');
    expect((await okafor.ask(other.port, '/account')).status).toBe(200);
    expect(await okafor.submit(other.port, page, '/sign-out')).toMatchObject({ location: '/sign-in' });
    for (const { port } of [one, other]) expect((await okafor.ask(port, '/account')).status).toBe(303);

    const ruiz = await person('j.ruiz');
    for (const { port } of [one, other]) expect((await ruiz.ask(port, '/account')).status).toBe(200);
    await ledger.people.revoke('j.ruiz');
    for (const { port } of [one, other]) expect((await ruiz.ask(port, '/account')).status).toBe(303);
  });

  /** A link of somebody new. */
  async function link(name: string): Promise<string> {
    return `/enrol/${(await ledger.people.invite({ person: name, life: 60_000, by: 'operator' })).secret}`;
  }

  test('a link that is used at both at once enrols one passkey', async () => {
    for (const name of ['a.chen', 'b.chen', 'c.chen']) {
      const path = await link(name);
      const browser = new WebClient(origin);
      const passkeys = [new SoftPasskey(), new SoftPasskey()] as const;
      const challenges = await Promise.all([one, other].map(({ port }) => browser.challenge(port, path)));
      const said = await Promise.all(
        [one, other].map(({ port }, which) =>
          browser.enrol(port, path, passkeys[which] as SoftPasskey, challenges[which] ?? ''),
        ),
      );
      expect(said.map(({ status }) => status).sort()).toEqual([200, 403]);
      const held = (await ledger.people.list()).find(({ principal }) => principal === name)?.passkeys;
      expect(held?.map(({ id }) => id)).toEqual([passkeys[said[0]?.status === 200 ? 0 : 1].id]);
      for (const { port } of [one, other]) expect((await browser.ask(port, path)).status).toBe(410);
    }
  });

  test('a sign-in that begins at one ends there alone, is taken once, and signs in at both', async () => {
    const path = await link('d.diaz');
    const browser = new WebClient(origin);
    const passkey = new SoftPasskey();
    await browser.enrol(one.port, path, passkey, await browser.challenge(one.port, path));

    const begun = await browser.challenge(one.port, '/sign-in');
    const elsewhere = await browser.signIn(other.port, passkey, begun);
    expect([elsewhere.status, elsewhere.body]).toEqual([403, expect.stringContaining('load it again')]);
    expect((await browser.ask(other.port, '/account')).status).toBe(303);
    expect((await browser.signIn(one.port, passkey, begun)).status).toBe(200);
    for (const { port } of [one, other]) expect((await browser.ask(port, '/account')).status).toBe(200);

    const thief = new WebClient(origin);
    for (const { port } of [one, other]) expect((await thief.signIn(port, passkey, begun)).status).toBe(403);
  });

  /** Hands a payment over, prepares and confirms it: its token. */
  async function confirmed(payer: Handle): Promise<string> {
    const own = payment(900, {}, '20991231T2359Z');
    const sent = await scheduler.send(own.line, { record: own.record });
    if (sent.outcome === 'refused') throw new Error(sent.message);
    const prepared = await createActTool({ ledger: payer, executors: { PAY: new Bank() } }).prepare({
      handoff: sent.id,
    });
    if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
    await createActTool({ ledger: scheduler }).confirm({ token: prepared.token });
    return prepared.token;
  }

  test('one that is killed in the middle of a payment leaves the other working, and the payment is made once', async () => {
    const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
    const token = await confirmed(payer);
    const key = readFileSync(office.path('treasury.key'), 'utf8').trim();
    const okafor = await person('m.okafor');
    const heard = await listening(other, okafor);
    const dying = await start();
    const commit = (port: number): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/api/v1/conversations/main/statements/${token}/commit`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      });
    const cut = commit(dying.port).catch(() => 'cut off');
    await arrives(() => existsSync(office.path('bank.jsonl.asked')));
    expect(await payer.statement(token)).toMatchObject({ state: 'CLAIMED' });
    await dying.end('SIGKILL');
    expect(await cut).toBe('cut off');

    const again = commit(other.port); // it waits for the result, and for nobody else
    const question = await ask();
    const page = await okafor.choose(other.port, question.id, 'APPROVE');
    const said = await okafor.confirm(other.port, page, question.id, 'APPROVE', '540.00');
    expect(said.status).toBe(303);
    expect(await recorded(question)).toEqual([1, 1]);
    await arrives(() => heard().split('event: entry').length > 2);
    expect((await fetch(`http://127.0.0.1:${other.port}/ready`)).status).toBe(200);

    writeFileSync(office.path('bank.jsonl.go'), ''); // the bank had been asked, and pays when it can
    await arrives(() => office.paid().length > 0);
    const answer = await again;
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'in-progress' }),
    ]);
    expect(office.paid()).toHaveLength(1);
    expect((await ledger.verify()).holds).toBe(true);
  });
});
