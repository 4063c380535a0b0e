import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { available } from './skip.ts';

const executablePath = '/usr/bin/chromium';

/** Whether this machine has Debian's Chromium: `describe.skipIf(!hasChromium)(…)`, with one browser a file. */
export const hasChromium: boolean = available('Chromium', () => existsSync(executablePath) || undefined);

/** Chromium without a window, and without anything that it does by itself on the network. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-quic', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  });
}

/** A page of a fresh profile, with what went wrong in it. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Dialogs, uncaught errors, and what the console said of a broken policy: empty when nothing happened that should not. */
  readonly incidents: string[];
}

/** Opens a page; `context` as playwright takes it, for a page without scripts, a narrow or a dark one. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on('dialog', async (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) incidents.push(message.text());
  });
  return { context, page, incidents };
}

/** A passkey device of the page: it verifies its user, unless told otherwise. Returns its id for further commands. */
export async function authenticator(
  { context, page }: Pick<Visit, 'context' | 'page'>,
  { verifiesUser = true }: { readonly verifiesUser?: boolean } = {},
): Promise<Authenticator> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: verifiesUser,
      isUserVerified: verifiesUser,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential) => devtools.send('WebAuthn.addCredential', { authenticatorId, credential }),
    verifies: (isUserVerified) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

export interface Authenticator {
  credentials(): Promise<readonly Credential[]>;
  /** Puts a copy of a credential onto it. */
  add(credential: Credential): Promise<unknown>;
  /** Whether its user is verified from now on. */
  verifies(isUserVerified: boolean): Promise<unknown>;
}

/** A credential as Chromium's virtual authenticators exchange it. */
export interface Credential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  readonly userHandle?: string;
  signCount: number;
}

const output = join(import.meta.dirname, '../../test-output');

/** Keeps a picture of the page as test output, which git ignores. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  await page.screenshot({ path: join(output, `${name}.png`), fullPage: true });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds in the page that is serious or critical: the rule, and where. */
export async function axe(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  // in a world of its own: the page's policy lets nobody add a script to it
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const { executionContextId } = await devtools.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await devtools.send('Runtime.evaluate', { contextId: executionContextId, expression: axeSource });
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression:
      "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations))",
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const violations = JSON.parse(result.value) as readonly Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}
