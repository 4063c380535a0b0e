import type { Standing } from '../env.ts';
import { type Html, html, nothing } from './html.ts';
import { navigation } from './navigation.ts';
import { shownText } from './value.ts';
import { when } from './when.ts';

export interface PageOptions {
  readonly title: string;
  readonly body: Html;
  /** Names of scripts in src/server/browser, besides those of every page. */
  readonly scripts?: readonly string[];
  /** What is new in the ledger is shown without loading the page again. */
  readonly live?: boolean;
  /** A status other than 200. */
  readonly status?: 400 | 401 | 403 | 404 | 409 | 410 | 411 | 413 | 422 | 429 | 500 | 503;
}

/** What is known of who looks; the standing is undefined where a request was turned away before anybody asked. */
interface Known {
  readonly person: string | null;
  readonly standing: Standing | null | undefined;
}

/** What a page needs of the request that it answers: the context of a handler has it. */
export interface Visit {
  readonly req: { readonly path: string };
  get<Key extends keyof Known>(key: Key): Known[Key];
  html(markup: Html, status: NonNullable<PageOptions['status']> | 200): Response | Promise<Response>;
}

/** The scripts of every page: the reader's own time beside UTC. */
const everywhere: readonly string[] = ['local-time'];

/** A page of the console: its frame around a body. Nothing in it is inline (T11), and it works without its scripts. */
export function page(visit: Visit, options: PageOptions): Response | Promise<Response> {
  const { title, body, scripts = [], live = false, status = 200 } = options;
  const all = [...(live ? ['live'] : []), ...everywhere, ...scripts];
  return visit.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · hearback</title>
<link rel="stylesheet" href="/assets/console.css">
${all.map((name) => html`<script type="module" src="/assets/server/browser/${name}.js"></script>\n`)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="mark" href="/"><span class="mark-sign" aria-hidden="true"></span>hearback</a>
<div class="who">${who(visit.get('person'))}</div>
</header>
${navigation(visit.req.path)}
<main id="content" tabindex="-1"${live ? html` data-live="/events"` : nothing}>
<h1>${title}</h1>
${body}
</main>
<div class="live" role="status" aria-live="polite" data-announce></div>
<footer class="foot">${footing(visit.get('standing') ?? null)}</footer>
</body>
</html>`,
    status,
  );
}

function who(person: string | null): Html {
  if (person === null) return html`<a href="/sign-in">Sign in</a>`;
  return html`<a href="/account">${shownText(person)}</a>`;
}

/** What this server knows of its ledger, and nothing that it does not. */
function footing(standing: Standing | null): Html {
  const known =
    standing === null
      ? nothing
      : html`<p>Ledger ${shownText(standing.ledger)}. ${verifiedText(standing)}</p>`;
  return html`<p>Silence does nothing: what nobody answers does not run.</p>${known}`;
}

function verifiedText({ verified }: Standing): Html {
  if (verified === 'running') return html`Its chain is being verified.`;
  if (verified === 'failed') return html`Its chain could not be verified when this server started.`;
  return verified.holds
    ? html`Its chain held when this server verified it, at ${when(verified.at)}.`
    : html`<strong>Its chain does not hold</strong>, as this server found at ${when(verified.at)}: nothing runs.`;
}
