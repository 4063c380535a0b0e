import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLedger, exportLedger, importLedger, type Ledger } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { createEvents } from '../../src/server/events/create.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const hour = 3_600_000;
const passkey = { id: 'a-credential-of-hers', publicKey: 'none', counter: 0, copied: false } as const;

describe.each(stores)('people at $name', ({ open }) => {
  let under: StoreUnderTest;
  let ledger: Ledger;
  beforeEach(async () => {
    under = await open();
    ledger = createLedger({ store: under.store });
  });
  afterEach(() => under.remove());

  const invite = (person = 'm.okafor', life = hour) => ledger.people.invite({ person, life, by: 'operator' });
  /** Another process at the same ledger. */
  const beside = async (): Promise<Ledger> => createLedger({ store: await under.reopen() });

  async function enrolled(counter = 0): Promise<void> {
    const { secret } = await invite();
    expect(await ledger.people.enrol(secret, { ...passkey, counter })).toEqual({ person: 'm.okafor' });
  }

  test('an invitation enrols one passkey, whoever tries at once', async () => {
    const { secret } = await invite();
    const other = await beside();
    const tried = await Promise.all([
      ledger.people.enrol(secret, passkey),
      other.people.enrol(secret, { ...passkey, id: 'a-credential-of-his' }),
    ]);
    expect(tried.filter((one) => one !== null)).toEqual([{ person: 'm.okafor' }]);
    expect(await ledger.people.invited(secret)).toBe(null);
    const [{ passkeys } = { passkeys: [] }] = await ledger.people.list();
    expect(passkeys.length).toBe(1);
  });

  test('an invitation is over at its time, and with its person', async () => {
    const { secret: late } = await invite('a', 0);
    const { secret: gone } = await invite('b');
    await ledger.people.revoke('b');
    for (const secret of [late, gone, 'none'])
      expect([await ledger.people.invited(secret), await ledger.people.enrol(secret, passkey)]).toEqual([
        null,
        null,
      ]);
  });

  test('who holds a passkey lets in a further one, and nobody who was revoked does', async () => {
    await enrolled();
    const other = await beside();
    const again = await other.people.inviteAgain({ passkey: passkey.id, life: hour });
    expect(await ledger.people.invited(again?.secret ?? '')).toMatchObject({ person: 'm.okafor' });
    expect(await ledger.people.enrol(again?.secret ?? '', { ...passkey, id: 'her-phone' })).not.toBe(null);
    await ledger.people.revoke('m.okafor', passkey.id);
    expect(await other.people.inviteAgain({ passkey: passkey.id, life: hour })).toBe(null);
    expect(await other.people.inviteAgain({ passkey: 'her-phone', life: hour })).not.toBe(null);
    const asked = [other, ledger].map(({ people }) =>
      people.inviteAgain({ passkey: 'her-phone', life: hour }),
    );
    const [late] = await Promise.all([...asked, ledger.people.revoke('m.okafor')]);
    expect(await other.people.inviteAgain({ passkey: 'her-phone', life: hour })).toBe(null);
    expect(await ledger.people.invited((late as { secret: string } | null)?.secret ?? '')).toBe(null);
    const [person] = await ledger.people.list();
    expect(person?.revoked).not.toBe(null);
  });

  test('a passkey belongs to one person', async () => {
    await enrolled();
    const { secret } = await invite('j.ruiz');
    expect(await ledger.people.enrol(secret, passkey)).toBe(null);
  });

  test('an agent’s principal is no person, and a person who signs in has no key', async () => {
    await ledger.principals.add({ principal: 'treasury', agents: ['payer'], by: 'operator' });
    await expect(invite('treasury')).rejects.toMatchObject({ code: 'usage/principal' });
    await enrolled();
    expect((await ledger.people.list()).map(({ keys }) => keys)).toEqual([[]]);
  });

  test('neither an invitation nor a session is kept but by its hash', async () => {
    const { secret } = await invite();
    await ledger.people.enrol(secret, passkey);
    const session = await ledger.people.sessions.open({ passkey: passkey.id, counter: 0, life: hour });
    let text = '';
    for await (const line of exportLedger(under.store)) text += line;
    expect(text).toContain('session-opened');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(session?.secret);
  });

  test('a session holds at every server until it is closed at one of them', async () => {
    await enrolled();
    const other = await beside();
    const opened = await ledger.people.sessions.open({ passkey: passkey.id, counter: 0, life: hour });
    const secret = opened?.secret ?? '';
    expect((await other.people.sessions.find(secret))?.person).toBe('m.okafor');
    await other.people.sessions.close(opened?.session ?? '');
    expect(await ledger.people.sessions.find(secret)).toBe(null);
    expect(await ledger.people.sessions.find('none')).toBe(null);
  });

  test('a passkey that is behind its count opens no session, at whichever server', async () => {
    await enrolled(1);
    const other = await beside();
    const open = (at: Ledger, counter: number) =>
      at.people.sessions.open({ passkey: passkey.id, counter, life: hour });
    expect(await open(ledger, 5)).not.toBe(null);
    expect(await open(other, 5)).toBe(null);
    expect(await open(other, 4)).toBe(null);
    expect(await open(other, 6)).not.toBe(null);
  });

  test('a person’s hands stop with the passkey, at their next step', async () => {
    await enrolled();
    await ledger
      .as({ principal: 'treasury', agents: ['payer'] })
      .send('RW1 AQ payer-1 from=payer to=human item=inv:1 need=YESNO');
    const human = await ledger.people.handle(passkey.id, 'main');
    expect(human).toMatchObject({ principal: 'm.okafor', agents: ['human'], person: true });
    await (await beside()).people.revoke('m.okafor', passkey.id);
    const sent = await human?.send('RW1 AN human-1 re=payer-1 from=human to=payer val=Y');
    expect(sent).toMatchObject({ outcome: 'refused', reason: 'revoked' });
    expect(await ledger.people.handle(passkey.id, 'main')).toBe(null);
  });

  test('a person looks at the conversations that are theirs', async () => {
    const { secret } = await ledger.people.invite({
      person: 'm.okafor',
      conversation: 'one',
      life: hour,
      by: 'operator',
    });
    await ledger.people.enrol(secret, passkey);
    for (const conversation of ['one', 'two'])
      await ledger
        .as({ principal: 'office', agents: ['a'], conversation })
        .send('RW1 ST a-1 from=a to=b item=inv:1 // hello');
    expect(await ledger.people.conversations(passkey.id)).toEqual(['one']);
    expect(await ledger.people.handle(passkey.id, 'two')).toBe(null);
    await expect(ledger.people.handle(passkey.id, '.principals')).rejects.toMatchObject({
      code: 'usage/conversation',
    });
  });

  test('people are exported, verified and imported like all else', async () => {
    await enrolled();
    expect(await ledger.verify()).toMatchObject({ holds: true });
    const lines: string[] = [];
    for await (const line of exportLedger(under.store, { kept: true })) lines.push(line);
    const store = openMemory();
    const bytes = new TextEncoder().encode(lines.join(''));
    await importLedger(store, [bytes]);
    const copy = createLedger({ store });
    expect((await copy.people.passkey(passkey.id))?.person).toBe('m.okafor');
  });

  test('what another process writes is heard of, each entry once and in order', async () => {
    const events = createEvents(under.store);
    const heard: string[] = [];
    const end = events.subscribe(({ stored }) =>
      heard.push(`${stored.entry.conversation} ${stored.entry.sequence}`),
    );
    await events.follow('none', 0, () => undefined).next(); // the hub stands once somebody follows
    await new Promise((resolve) => setTimeout(resolve, 100));
    const other = (await beside()).as({ principal: 'office', agents: ['a'] });
    for (let number = 1; number <= 5; number++)
      await other.send(`RW1 ST a-${number} from=a to=b item=inv:1 // hello`);
    const until = Date.now() + 15_000;
    while (heard.length < 5 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    end();
    events.close();
    expect(heard).toEqual([1, 2, 3, 4, 5].map((sequence) => `main ${sequence}`));
  });
});
