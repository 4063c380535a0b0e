import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../src/server/security/cookies.ts';
import {
  type Authenticator,
  authenticator,
  axe,
  hasChromium,
  openBrowser,
  picture,
  type Visit,
  visit,
} from '../support/browser.ts';
import { type Served, serve } from '../support/served.ts';

describe.skipIf(!hasChromium)('signing in', () => {
  let browser: Browser;
  let served: Served;
  const visits: Visit[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    served = await serve({ settings: { limits: { signIn: 1_000 } } });
  });
  afterEach(async () => {
    for (const { context, incidents } of visits.splice(0)) {
      expect(incidents).toEqual([]);
      await context.close();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  async function arrive(options = {}): Promise<Visit> {
    const arrived = await visit(browser, options);
    visits.push(arrived);
    return arrived;
  }

  /** Follows a one-time link and makes a passkey with it. */
  async function enrol(arrived: Visit, person: string, device?: Authenticator): Promise<Authenticator> {
    const held = device ?? (await authenticator(arrived));
    await arrived.page.goto(await served.invite(person));
    await arrived.page.getByRole('button', { name: 'Make my passkey' }).click();
    await arrived.page.waitForURL('**/sign-in');
    return held;
  }

  async function signIn({ page }: Visit): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
  }

  const told = async ({ page }: Visit): Promise<string> => {
    await page.locator('[data-told]:not(:empty)').waitFor();
    return (await page.locator('[data-told]').textContent()) ?? '';
  };

  test('a person enrols by a link, signs in, comes to the page that was asked for, and signs out', async () => {
    const arrived = await arrive();
    const { page, context } = arrived;
    await enrol(arrived, 'm.okafor');
    expect(await axe(page)).toEqual([]);
    await picture(page, 'sign-in');
    await page.goto(`${served.origin}/account`);
    expect(page.url()).toBe(`${served.origin}/sign-in?to=%2Faccount`);
    await signIn(arrived);
    expect(page.url()).toBe(`${served.origin}/account`);
    expect(await page.getByText('m.okafor').first().isVisible()).toBe(true);
    expect(await axe(page)).toEqual([]);
    await picture(page, 'account');

    const [cookie] = (await context.cookies()).filter(({ name }) => name === sessionCookie);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    expect(await page.evaluate('document.cookie')).toBe('');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await context.addCookies([{ ...cookie, url: undefined } as never]);
    await page.goto(`${served.origin}/account`);
    expect(page.url()).toContain('/sign-in?to=');
  });

  test('whoever has made a passkey is told so where it is used, once', async () => {
    const arrived = await arrive();
    const { page } = arrived;
    const made = page.getByText('Your passkey is made. Sign in with it.');
    await page.goto(`${served.origin}/sign-in`);
    expect(await made.isVisible()).toBe(false);
    await enrol(arrived, 'k.lund');
    await made.waitFor();
    expect(await axe(page)).toEqual([]);
    await picture(page, 'sign-in-made');
    await page.reload();
    expect(await made.isVisible()).toBe(false);
  });

  test('a signed-in person adds a passkey on another device, after using the one that is there', async () => {
    const [desk, phone] = [await arrive(), await arrive()];
    const first = await enrol(desk, 'l.moss');
    await signIn(desk);
    await desk.page.goto(`${served.origin}/account`);
    await desk.page.getByRole('link', { name: 'Add another passkey' }).click();
    expect(await axe(desk.page)).toEqual([]);
    await picture(desk.page, 'another-passkey');
    await first.verifies(false);
    await desk.page.getByRole('button', { name: 'Use the passkey that I have' }).click();
    expect(await told(desk)).toMatch(/No passkey was used|verified/);
    await first.verifies(true);
    await desk.page.getByRole('button', { name: 'Use the passkey that I have' }).click();
    await desk.page.waitForURL('**/enrol/*');

    // this device has one already; the link is carried to the other
    await desk.page.getByRole('button', { name: 'Make my passkey' }).click();
    expect(await told(desk)).toBe('This device holds a passkey of yours already.');
    await authenticator(phone);
    await phone.page.goto(desk.page.url());
    await phone.page.getByRole('button', { name: 'Make my passkey' }).click();
    await phone.page.waitForURL('**/sign-in');
    await signIn(phone);
    await phone.page.goto(`${served.origin}/account`);
    expect(await phone.page.getByText('(this session)').count()).toBe(1);
    expect(await phone.page.getByRole('listitem').filter({ hasText: 'made' }).count()).toBe(2);
    const [person] = (await served.ledger.people.list()).filter(({ principal }) => principal === 'l.moss');
    expect(person?.passkeys.length).toBe(2);
    await desk.page.goto(`${served.origin}/account`); // the other one goes on
    expect(desk.page.url()).toBe(`${served.origin}/account`);
  });

  test('a link enrols once', async () => {
    const arrived = await arrive();
    const link = await served.invite('j.ruiz');
    await authenticator(arrived);
    await arrived.page.goto(link);
    await arrived.page.getByRole('button', { name: 'Make my passkey' }).click();
    await arrived.page.waitForURL('**/sign-in');
    const again = await arrived.page.goto(link);
    expect(again?.status()).toBe(410);
    expect(await arrived.page.getByText('This link holds no more').isVisible()).toBe(true);
  });

  test('a device that does not verify its user neither enrols nor signs in', async () => {
    const arrived = await arrive();
    const device = await enrol(arrived, 'a.chen');
    await device.verifies(false);
    await arrived.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(await told(arrived)).toMatch(/No passkey was used|verified/);
    await arrived.page.goto(`${served.origin}/account`);
    expect(arrived.page.url()).toContain('/sign-in');

    const other = await arrive();
    await authenticator(other, { verifiesUser: false });
    await other.page.goto(await served.invite('b.chen'));
    await other.page.getByRole('button', { name: 'Make my passkey' }).click();
    expect(await told(other)).not.toBe('');
    expect(
      (await served.ledger.people.list()).find(({ principal }) => principal === 'b.chen')?.passkeys,
    ).toEqual([]);
  });

  test('a browser that somebody drives, without the person’s passkey, gets nowhere', async () => {
    await enrol(await arrive(), 'c.diaz');
    const driven = await arrive();
    await authenticator(driven);
    await driven.page.goto(`${served.origin}/sign-in`);
    await driven.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(await told(driven)).toMatch(/No passkey was used/);
  });

  test('a revoked passkey signs nobody in, and ends the session that it opened', async () => {
    const arrived = await arrive();
    await enrol(arrived, 'd.evans');
    await signIn(arrived);
    await served.ledger.people.revoke('d.evans');
    await arrived.page.goto(`${served.origin}/account`);
    expect(arrived.page.url()).toContain('/sign-in');
    await arrived.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(await told(arrived)).toMatch(/signs nobody in/);
  });

  test('a copy of a passkey that counts is noticed by its count', async () => {
    const arrived = await arrive();
    const device = await enrol(arrived, 'e.fox');
    const [copy] = await device.credentials();
    await signIn(arrived);
    await signedOut(arrived);
    await signIn(arrived);

    const thief = await arrive();
    const stolen = await authenticator(thief);
    await stolen.add({ ...(copy as NonNullable<typeof copy>) });
    await thief.page.goto(`${served.origin}/sign-in`);
    await thief.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(await told(thief)).toMatch(/signs nobody in/);
  });

  async function signedOut({ page }: Visit): Promise<void> {
    await page.goto(`${served.origin}/account`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
  }

  test('an answer of a passkey is taken once', async () => {
    const arrived = await arrive();
    await enrol(arrived, 'f.gray');
    const sent = arrived.page.waitForRequest((request) => request.method() === 'POST');
    await signIn(arrived);
    const body = (await sent).postData() ?? '';
    const again = await fetch(`${served.origin}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: served.origin },
      body,
    });
    expect(again.status).toBe(403);
    expect(again.headers.get('set-cookie')).toBe(null);
  });

  test('a new session takes the place of the one before', async () => {
    const arrived = await arrive();
    const { page, context } = arrived;
    await enrol(arrived, 'g.hale');
    await signIn(arrived);
    const cookieNow = async () =>
      (await context.cookies()).find(({ name }) => name === sessionCookie)?.value ?? '';
    const first = await cookieNow();
    await page.goto(`${served.origin}/sign-in?to=/account`);
    await signIn(arrived);
    expect(await cookieNow()).not.toBe(first);
    expect(await served.server.parts.sessions.find(first)).toBe(null);
    expect((await served.server.parts.sessions.find(await cookieNow()))?.person).toBe('g.hale');
  });

  test('by an address, where no passkey can be, one is sent to the name that has them', async () => {
    const { page } = await arrive();
    await page.goto(`http://127.0.0.1:${served.server.port}/account`);
    expect(page.url()).toBe(`${served.origin}/sign-in?to=%2Faccount`);
  });

  test('a link on another site leads a signed-in person to the page', async () => {
    const arrived = await arrive();
    await enrol(arrived, 'h.ito');
    await signIn(arrived);
    await arrived.page.route('http://mail.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${served.origin}/account">open</a>` }),
    );
    await arrived.page.goto('http://mail.example/');
    await arrived.page.getByRole('link').click();
    await arrived.page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(arrived.page.url()).toBe(`${served.origin}/account`);
  });

  test('no page stands in a frame', async () => {
    const { page, incidents } = await arrive();
    await page.route('http://other.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${served.origin}/sign-in"></iframe>` }),
    );
    await page.goto('http://other.example/');
    await page.waitForTimeout(200);
    const [frame] = page.frames().slice(1);
    expect((await frame?.content()) ?? '').not.toContain('passkey');
    incidents.length = 0; // the browser says that it did not show it
  });
});
