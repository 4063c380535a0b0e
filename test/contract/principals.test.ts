import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLedger, type Handle, type Ledger } from '../../src/ledger/index.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const status = (id: string, from: string): string =>
  `RW1 ST ${id} from=${from} to=writer item=inv:MD-2026-057 // hello`;

const office = { principal: 'ap-office', agents: ['scheduler', 'auditor'], by: 'm.okafor' } as const;

describe.each(stores)('principals at $name', ({ open }) => {
  let under: StoreUnderTest;
  let ledger: Ledger;
  beforeEach(async () => {
    under = await open();
    ledger = createLedger({ store: under.store });
  });
  afterEach(() => under.remove());

  async function handleOf(key: string, conversation?: string): Promise<Handle> {
    const found = await ledger.connect(key, conversation === undefined ? {} : { conversation });
    if (found === null) throw new Error('the key connects nobody');
    return found;
  }
  async function kept(conversation: string): Promise<readonly string[]> {
    const stored = await under.store.entries(conversation, { after: 0, limit: 1_000 });
    return stored.map(({ entry }) => entry.text);
  }

  test('a key connects its principal, which the ledger stamps on what it brings', async () => {
    const { key } = await ledger.principals.add(office);
    const scheduler = await handleOf(key);
    expect(scheduler).toMatchObject({
      principal: 'ap-office',
      agents: ['scheduler', 'auditor'],
      conversation: 'main',
      person: false,
    });
    expect(await scheduler.send(status('scheduler-1', 'scheduler'))).toMatchObject({
      outcome: 'accepted',
      entry: { principal: 'ap-office' },
    });
    expect(await scheduler.send(status('payer-1', 'payer'))).toMatchObject({ reason: 'identity' });
    expect(await scheduler.send(status('human-1', 'human'))).toMatchObject({ reason: 'identity' });
  });

  test('a person’s key speaks as human, and nobody else’s can', async () => {
    const person = { principal: 'm.okafor', agents: ['human'], by: 'operator' };
    await expect(ledger.principals.add(person)).rejects.toMatchObject({ code: 'usage/agent' });
    const { key } = await ledger.principals.add({ ...person, person: true });
    const line = 'RW1 ST human-1 from=human to=payer item=inv:1 // seen';
    expect(await (await handleOf(key)).send(line)).toMatchObject({ outcome: 'accepted' });
    // every person is human
    await ledger.principals.add({ ...person, principal: 'a.lind', person: true });
  });

  test('a key is shown once: neither the list nor an entry holds it', async () => {
    const { key } = await ledger.principals.add(office);
    const [, id = '', secret = ''] = key.split('_', 2).concat(key.slice(21));
    expect(key).toMatch(/^hbk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
    const listed = await ledger.principals.list();
    expect(listed).toMatchObject([
      {
        principal: 'ap-office',
        agents: ['scheduler', 'auditor'],
        conversations: null,
        person: false,
        added: { by: 'm.okafor' },
        revoked: null,
        keys: [{ id, revoked: null }],
      },
    ]);
    expect(Object.keys(listed[0]?.keys[0] ?? {}).sort()).toEqual(['id', 'made', 'revoked']);
    const [entry = ''] = await kept('.principals');
    expect(entry).toContain(id);
    expect(entry).not.toContain(secret);
    expect(await ledger.verify()).toMatchObject({ holds: true });
  });

  test.each([
    ['nothing', ''],
    ['another secret', `hbk_0123456789abcdef_${'A'.repeat(43)}`],
    ['the name of the principal', 'ap-office'],
    ['a name that every object has', 'hbk_constructor_x'],
  ])('%s connects nobody', async (_, text) => {
    await ledger.principals.add(office);
    expect(await ledger.connect(text)).toBeNull();
  });

  test('the id of a key with another secret connects nobody, nor does one bit of it', async () => {
    const { key } = await ledger.principals.add(office);
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    expect(await ledger.connect(key.slice(0, -1) + last)).toBeNull();
    expect(await ledger.connect(`${key.slice(0, 21)}${'A'.repeat(43)}`)).toBeNull();
    expect(await ledger.connect(`${key}\n`)).toBeNull();
    expect(await ledger.connect(key)).not.toBeNull();
  });

  test('a further key holds beside the first one, and one of them is revoked by its id', async () => {
    const { key: first } = await ledger.principals.add(office);
    const { key: second } = await ledger.principals.rotate('ap-office');
    const handles = [await handleOf(first), await handleOf(second)];
    const id = first.slice(4, 20);
    expect(await ledger.principals.revoke('ap-office', id)).toMatchObject({
      revoked: null,
      keys: [{ id, revoked: expect.any(Number) }, { revoked: null }],
    });
    const sent = await Promise.all(handles.map((handle) => handle.send(status('scheduler-1', 'scheduler'))));
    expect(sent.map((one) => (one.outcome === 'refused' ? one.reason : one.outcome))).toEqual([
      'revoked',
      'accepted',
    ]);
    expect([await ledger.connect(first), (await ledger.connect(second))?.principal]).toEqual([
      null,
      'ap-office',
    ]);
  });

  test('a principal that is revoked in another process writes nothing more, and what it brings is kept', async () => {
    const { key } = await ledger.principals.add(office);
    const scheduler = await handleOf(key);
    await scheduler.send(status('scheduler-1', 'scheduler'));
    const elsewhere = createLedger({ store: await under.reopen() });
    await elsewhere.principals.revoke('ap-office', undefined, { by: 'a.lind' });
    expect(await scheduler.send(status('scheduler-2', 'scheduler'))).toMatchObject({
      outcome: 'refused',
      reason: 'revoked',
    });
    await expect(scheduler.nextId('scheduler')).rejects.toMatchObject({ code: 'ledger/revoked' });
    expect(await ledger.connect(key)).toBeNull();
    expect((await kept('main')).filter((text) => text.includes('scheduler-2'))).toHaveLength(1);
    expect(await scheduler.show('scheduler-2')).toBeNull();
    expect(await ledger.principals.list()).toMatchObject([{ revoked: { by: 'a.lind' } }]);
  });

  test('who was revoked in another process is told no line that came since, though it waited for one', async () => {
    const { key } = await ledger.principals.add({ ...office, agents: ['writer'] });
    const writer = await handleOf(key);
    const elsewhere = createLedger({ store: await under.reopen() });
    const sender = elsewhere.as({ principal: 'treasury', agents: ['payer'] });
    await sender.send(status('payer-1', 'payer'));
    expect(await writer.inbox()).toMatchObject([{ id: 'payer-1' }]);
    const waiting = writer.inbox({ after: 1, wait: 20_000 });
    const told = expect(waiting).rejects.toMatchObject({ code: 'ledger/revoked' });
    await elsewhere.principals.revoke('ap-office');
    await sender.send(status('payer-2', 'payer'));
    await told;
    await expect(writer.inbox()).rejects.toMatchObject({ code: 'ledger/revoked' });
  });

  test('whoever another process adds connects here at once, by every key that it is given there', async () => {
    expect(await ledger.principals.list()).toEqual([]);
    const elsewhere = createLedger({ store: await under.reopen() });
    const { key } = await elsewhere.principals.add(office);
    expect(await ledger.connect(key)).toMatchObject({ principal: 'ap-office' });
    const { key: further } = await elsewhere.principals.rotate('ap-office');
    expect(await ledger.connect(further)).toMatchObject({ principal: 'ap-office' });
    const [first] = (await elsewhere.principals.list())[0]?.keys ?? [];
    await elsewhere.principals.revoke('ap-office', first?.id);
    expect([await ledger.connect(key), (await ledger.connect(further))?.principal]).toEqual([
      null,
      'ap-office',
    ]);
  });

  test('a principal may come back under a new key, and its old ones stay revoked', async () => {
    const { key: old } = await ledger.principals.add(office);
    await ledger.principals.revoke('ap-office');
    await expect(ledger.principals.rotate('ap-office')).rejects.toMatchObject({ code: 'usage/principal' });
    const { key } = await ledger.principals.add({ ...office, agents: ['scheduler'] });
    expect(await ledger.connect(old)).toBeNull();
    expect(await ledger.connect(key)).toMatchObject({ agents: ['scheduler'] });
  });

  test('to revoke twice changes nothing', async () => {
    await ledger.principals.add(office);
    await ledger.principals.revoke('ap-office');
    await ledger.principals.revoke('ap-office');
    expect(await kept('.principals')).toHaveLength(2);
  });

  test('of two processes that add one name, one wins', async () => {
    const elsewhere = createLedger({ store: await under.reopen() });
    const both = await Promise.allSettled([
      ledger.principals.add(office),
      elsewhere.principals.add({ ...office, agents: ['payer'] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'usage/principal-taken' });
    expect(await ledger.principals.list()).toHaveLength(1);
  });

  test('one agent is one principal’s, where their conversations meet', async () => {
    const { principals } = ledger;
    await principals.add({ ...office, conversation: ['north', 'south'] });
    const other = { principal: 'other', agents: ['payer', 'Scheduler'], by: 'm.okafor' };
    await expect(principals.add(other)).rejects.toMatchObject({ code: 'usage/agent-taken' });
    await expect(principals.add({ ...other, conversation: 'south' })).rejects.toThrow(
      'ap-office speaks as scheduler there: rotate gives ap-office a further key',
    );
    await principals.add({ ...other, conversation: 'west' });
    await principals.revoke('ap-office');
    await principals.add({ ...other, principal: 'third', conversation: ['north'] });
  });

  test('a key opens the conversations of its principal and no other', async () => {
    const { key } = await ledger.principals.add({ ...office, conversation: 'north' });
    expect(await handleOf(key)).toMatchObject({ conversation: 'north' });
    expect(await ledger.connect(key, { conversation: 'north' })).not.toBeNull();
    expect(await ledger.connect(key, { conversation: 'main' })).toBeNull();
  });

  test.each([
    ['no name', { principal: '' }, 'usage/principal'],
    ['the ledger’s own name', { principal: 'ledger' }, 'usage/principal'],
    ['a name with a line end', { principal: 'a\nb' }, 'usage/principal'],
    ['no agent', { agents: [] }, 'usage/agent'],
    ['an agent that is none', { agents: ['a b'] }, 'usage/agent'],
    ['human in another case', { agents: ['Human'] }, 'usage/agent'],
    ['a reserved conversation', { conversation: '.principals' }, 'usage/conversation'],
    ['no conversation at all', { conversation: [] }, 'usage/conversation'],
    ['nobody who adds it', { by: ' ' }, 'usage/principal'],
  ])('with %s nobody is added', async (_, wrong, code) => {
    await expect(ledger.principals.add({ ...office, ...wrong })).rejects.toMatchObject({ code });
    expect(await ledger.principals.list()).toEqual([]);
  });

  test('a reserved conversation is opened by nobody', async () => {
    const { key } = await ledger.principals.add(office);
    expect(() => ledger.as({ ...office, conversation: '.principals' })).toThrow('begin with a point');
    await expect(ledger.connect(key, { conversation: '.principals' })).rejects.toMatchObject({
      code: 'usage/conversation',
    });
  });

  test('a handle without a key asks for no principals', async () => {
    await ledger.principals.add(office);
    await ledger.principals.revoke('ap-office');
    const embedded = ledger.as({ principal: 'ap-office', agents: ['scheduler'] });
    expect(await embedded.send(status('scheduler-1', 'scheduler'))).toMatchObject({ outcome: 'accepted' });
  });

  test('who is not there is neither rotated nor revoked', async () => {
    await expect(ledger.principals.rotate('nobody')).rejects.toMatchObject({ code: 'usage/principal' });
    await expect(ledger.principals.revoke('nobody')).rejects.toMatchObject({ code: 'usage/principal' });
    await ledger.principals.add(office);
    await expect(ledger.principals.revoke('ap-office', 'f'.repeat(16))).rejects.toMatchObject({
      code: 'usage/key',
    });
  });
});
