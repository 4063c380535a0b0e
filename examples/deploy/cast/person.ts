import { Device, type Wanted } from './device.ts';

/** A page as the person has it: its address and what stands there. */
interface Page {
  readonly url: string;
  readonly html: string;
}

/**
 * A person at a browser without scripts: opens pages, presses the buttons of their forms, and shows a passkey where the
 * console asks for one. Nothing here knows the ledger, and no key of it would help.
 */
export class Person {
  readonly #device: Device = new Device();
  #cookie = '';

  /** Makes a passkey by the one-time link, and signs in with it. */
  async enrol(link: string): Promise<void> {
    const made = await this.#open(link);
    const { rp, challenge } = optionsOf(made) as {
      readonly rp: { readonly id: string };
      readonly challenge: string;
    };
    await this.#show(link, this.#device.make(wantedBy(link, { challenge, rpId: rp.id })));
    const door = new URL('/sign-in', link).href;
    const asked = optionsOf(await this.#open(door)) as { readonly rpId: string; readonly challenge: string };
    const answer = await this.#show(door, this.#device.use(wantedBy(door, asked)));
    this.#cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  }

  /** What stands on a page, as text. */
  async read(url: string): Promise<string> {
    return textOf((await this.#open(url)).html);
  }

  /** Answers the question on a page in the console's two steps, typing what the second one asks for; returns what the page says then. */
  async answer(url: string, val: string, typed: string): Promise<string> {
    const { pathname } = new URL(url);
    const confirmation = await this.#press(await this.#open(url), `${pathname}/answer`, { val });
    return textOf((await this.#press(confirmation, `${pathname}/confirm`, { val, typed })).html);
  }

  async #open(url: string): Promise<Page> {
    const answer = await fetch(url, { headers: { ...browser, cookie: this.#cookie } });
    return pageOf(answer);
  }

  async #press(page: Page, path: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    const url = new URL(path, page.url);
    const body = new URLSearchParams({ ...hiddenIn(page.html, path), ...fields });
    const headers = { ...browser, cookie: this.#cookie, origin: url.origin };
    return pageOf(await fetch(url, { method: 'POST', headers, body }));
  }

  /** Sends what the device made, as the script of the page does. */
  async #show(url: string, credential: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(credential) });
    if (!answer.ok) throw new Error(`the console takes no such passkey: ${await answer.text()}`);
    return answer;
  }
}

const browser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' } as const;

async function pageOf(answer: Response): Promise<Page> {
  return { url: answer.url, html: await answer.text() };
}

function wantedBy(url: string, asked: Pick<Wanted, 'challenge' | 'rpId'>): Wanted {
  return { ...asked, origin: new URL(url).origin };
}

/** What a page gives the device, for its script. */
function optionsOf({ html }: Page): unknown {
  const [, options = 'null'] = /data-options="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(unescaped(options));
}

/** The hidden fields of the form that posts to a path. Throws where the page has none. */
function hiddenIn(html: string, path: string): Readonly<Record<string, string>> {
  const forms = html.match(/<form\b[^>]*>[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => one.includes(`action="${path}"`));
  if (form === undefined) throw new Error(`the page has no form for ${path}: ${textOf(html)}`);
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function textOf(html: string): string {
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  return unescaped(main.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
}

const entities: Readonly<Record<string, string>> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };

function unescaped(text: string): string {
  return text.replaceAll(/&(quot|#39|lt|gt|amp);/g, (entity, name: string) => entities[name] ?? entity);
}
