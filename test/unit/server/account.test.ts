import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../../src/server/security/cookies.ts';
import { challengeIn, openConsole, type TestConsole } from '../../support/console.ts';
import { SoftPasskey } from '../../support/soft-passkey.ts';

const origin = 'http://localhost:8417';

/** Somebody whose passkey is real, and whose browser keeps a cookie. */
class Holder {
  readonly #console: TestConsole;
  cookie = '';

  constructor(console: TestConsole) {
    this.#console = console;
  }

  async challenge(path: string): Promise<string> {
    return challengeIn(await (await this.get(path)).text());
  }

  get(path: string): Promise<Response> {
    return this.#console.request(path, { headers: this.#headers() });
  }

  async post(path: string, body: object, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const said = await this.#console.request(path, {
      method: 'POST',
      headers: { ...this.#headers(), origin, 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    const [, secret] =
      new RegExp(`${sessionCookie}=([^;]+)`).exec(said.headers.get('set-cookie') ?? '') ?? [];
    if (secret !== undefined) this.cookie = secret;
    return said;
  }

  async enrol(path: string, passkey: SoftPasskey): Promise<Response> {
    return this.post(path, passkey.made(origin, await this.challenge(path)));
  }

  async use(path: string, passkey: SoftPasskey): Promise<Response> {
    return this.post(path, passkey.used(origin, await this.challenge(path)));
  }

  #headers(): Readonly<Record<string, string>> {
    return {
      'sec-fetch-site': 'same-origin',
      ...(this.cookie === '' ? {} : { cookie: `${sessionCookie}=${this.cookie}` }),
    };
  }
}

let console: TestConsole;
beforeEach(() => {
  console = openConsole({ settings: { limits: { signIn: 1_000 } } });
});
afterEach(() => console.close());

/** Somebody who has enrolled a passkey and signed in with it. */
async function arrived(person: string): Promise<{ readonly holder: Holder; readonly passkey: SoftPasskey }> {
  const { secret } = await console.ledger.people.invite({ person, life: 60_000, by: 'operator' });
  const [holder, passkey] = [new Holder(console), new SoftPasskey()];
  expect((await holder.enrol(`/enrol/${secret}`, passkey)).status).toBe(200);
  expect((await holder.use('/sign-in', passkey)).status).toBe(200);
  return { holder, passkey };
}

const passkeysOf = async (person: string): Promise<readonly string[]> =>
  (await console.ledger.people.list())
    .filter(({ principal }) => principal === person)
    .flatMap(({ passkeys }) => passkeys.map(({ id }) => id));

const toldOf = async (said: Response): Promise<string> => ((await said.json()) as { to?: string }).to ?? '';

describe('a further passkey', () => {
  test('is made by a link that the person’s own passkey asks for, and signs the person in', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    expect(await (await holder.get('/account')).text()).toContain('href="/account/passkey"');
    const before = holder.cookie;
    const said = await holder.use('/account/passkey', passkey);
    const link = await toldOf(said);
    expect(link).toMatch(/^\/enrol\/[A-Za-z0-9_-]{22}$/);
    expect(holder.cookie).not.toBe(before); // who proves it anew has a new session
    expect(await console.parts.sessions.find(before)).toBe(null);

    const [phone, other] = [new Holder(console), new SoftPasskey()];
    expect(await toldOf(await phone.enrol(link, other))).toBe('/sign-in');
    expect(await passkeysOf('m.okafor')).toEqual([passkey.id, other.id]);
    expect((await phone.use('/sign-in', other)).status).toBe(200);
    expect((await holder.get('/account')).status).toBe(200);
    expect((await holder.get(link)).status).toBe(410); // it held once
  });

  test('made in the session that asked for it leads back to the account', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const link = await toldOf(await holder.use('/account/passkey', passkey));
    expect(await toldOf(await holder.enrol(link, new SoftPasskey()))).toBe('/account');
  });

  test('is not made after ten minutes', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const link = await toldOf(await holder.use('/account/passkey', passkey));
    console.now += 600_000;
    expect((await holder.get(link)).status).toBe(410);
  });
});

describe('nobody gets one', () => {
  const refused = async (said: Response): Promise<void> => {
    expect(said.status).toBe(403);
    expect(await said.text()).not.toContain('/enrol/');
    expect(await passkeysOf('m.okafor')).toHaveLength(1);
  };

  test('by the session alone', async () => {
    const { holder } = await arrived('m.okafor');
    await refused(await holder.post('/account/passkey', {}));
    await refused(await holder.use('/account/passkey', new SoftPasskey()));
  });

  test('by what was signed to sign in, or in another session', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const signIn = await holder.challenge('/sign-in');
    await refused(await holder.post('/account/passkey', passkey.used(origin, signIn)));
    const own = await holder.challenge('/account/passkey');
    expect((await holder.use('/sign-in', passkey)).status).toBe(200); // a session in place of that one
    await refused(await holder.post('/account/passkey', passkey.used(origin, own)));
  });

  test('by the passkey of somebody else who sits at the same desk', async () => {
    const [{ holder }, other] = [await arrived('m.okafor'), await arrived('j.ruiz')];
    await refused(await holder.use('/account/passkey', other.passkey));
    expect(await passkeysOf('j.ruiz')).toHaveLength(1);
  });

  test('twice for one answer', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const answer = passkey.used(origin, await holder.challenge('/account/passkey'));
    expect((await holder.post('/account/passkey', answer)).status).toBe(200);
    await refused(await holder.post('/account/passkey', answer));
  });

  test('without a session', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const answer = passkey.used(origin, await holder.challenge('/account/passkey'));
    holder.cookie = '';
    expect((await holder.post('/account/passkey', answer)).status).toBe(401);
  });

  test('from a page of another site', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const answer = passkey.used(origin, await holder.challenge('/account/passkey'));
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    await refused(await holder.post('/account/passkey', answer, evil));
  });

  test('with a passkey that was revoked, and nobody who was revoked comes back by it', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const answer = passkey.used(origin, await holder.challenge('/account/passkey'));
    await console.ledger.people.revoke('m.okafor');
    expect((await holder.post('/account/passkey', answer)).status).toBe(401);
    expect(await console.ledger.people.inviteAgain({ passkey: passkey.id, life: 60_000 })).toBe(null);
    const [person] = await console.ledger.people.list();
    expect(person?.revoked).not.toBe(null);
  });

  test('by a link that was asked for before the person was revoked', async () => {
    const { holder, passkey } = await arrived('m.okafor');
    const link = await toldOf(await holder.use('/account/passkey', passkey));
    await console.ledger.people.revoke('m.okafor');
    expect((await new Holder(console).get(link)).status).toBe(410);
  });
});
