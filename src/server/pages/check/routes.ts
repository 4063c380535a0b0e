import { Hono } from 'hono';
import { timeOf } from '../../../ledger/clock.ts';
import { builtIn } from '../../../vocabulary/built-in.ts';
import { type Judged, judged } from '../../browser/judged.ts';
import type { Env, ServerParts } from '../../env.ts';
import { diagnosticList } from '../../layout/diagnostics.ts';
import { type Html, html, nothing, page } from '../../layout/index.ts';

/** `/check`: what is wrong with pasted lines. With scripts the browser judges while one types; without, the server does. */
export function check({ forms, profiles, clock }: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/check', (c) => {
    const session = c.get('session');
    if (session === null) return c.notFound();
    return page(c, { title, body: body('', forms.fields(session, '/check', ''), null), scripts: ['check'] });
  });
  app.get('/check/profiles.json', (c) =>
    c.json(
      profiles.names.flatMap((name) => {
        const own = profiles.get(name);
        return own === undefined || own.hash === builtIn.get(name)?.hash ? [] : [own.profile];
      }),
    ),
  );
  app.post('/check', (c) => {
    const [session, form] = [c.get('session'), c.get('form')];
    if (session === null || form === null) return c.notFound();
    const text = form.values.get('lines') ?? '';
    const found = judged(text, { profiles, now: timeOf(clock()) });
    return page(c, {
      title,
      body: body(text, forms.fields(session, '/check', ''), found),
      scripts: ['check'],
    });
  });
  return app;
}

const title = 'Check a line';

function body(text: string, fields: unknown, found: Judged | null): Html {
  return html`<p class="lead">Paste one line or several. Nothing that you paste here is kept.</p>
<form method="post" action="/check">${fields}
<div class="field"><label for="lines">Lines</label>
<textarea id="lines" name="lines" rows="6" spellcheck="false" autocomplete="off" autocapitalize="off">${text}</textarea></div>
<div><button class="button" type="submit">Check</button></div>
</form>
<div id="findings" aria-live="polite">${found === null ? nothing : findings(found)}</div>`;
}

function findings({ lines, thread, left }: Judged): Html {
  const parts = lines.map(
    ({ number, means, diagnostics }) =>
      html`<section class="card"><h2>Line ${number}: ${means ?? 'not valid'}</h2>${diagnosticList(diagnostics)}</section>`,
  );
  const between =
    thread === null
      ? nothing
      : html`<section class="card"><h2>Between the lines</h2>${diagnosticList(thread)}</section>`;
  const rest = left === 0 ? nothing : html`<p>${left} more lines were not looked at.</p>`;
  return html`${parts}${between}${rest}`;
}
