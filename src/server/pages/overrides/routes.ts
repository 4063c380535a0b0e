import { type Context, Hono } from 'hono';
import type { Env, ServerParts } from '../../env.ts';
import { entryColumns, entryJson } from '../../export/entries.ts';
import { type Export, exported, type Form } from '../../export/reply.ts';
import { emptiness, type Html, html, page, shownLine, shownText, when } from '../../layout/index.ts';
import type { Override } from '../../reports/overrides.ts';
import { reportsOf } from '../../reports/reports.ts';
import { namesFor, pathTo } from '../reading.ts';

/** How many a page shows, the newest of each conversation; the files hold all. */
const shown = 500;

/** Where somebody's word stood in place of a check, or against one: as a page and as files. */
export function overrides(parts: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  const reports = reportsOf(parts);
  const found = async (c: Context<Env>): Promise<readonly Override[]> => {
    const all = await reports.overrides(await namesFor(parts, c));
    return all.toSorted((one, other) => other.stored.entry.at - one.stored.entry.at);
  };
  app.get('/overrides', async (c) =>
    page(c, { title: 'Overrides', body: overridesBody(await found(c)), live: true }),
  );
  for (const form of ['csv', 'json'] satisfies readonly Form[])
    app.get(`/overrides.${form}`, async (c) => {
      const person = c.get('person') ?? '';
      const json = ({ stored, kind, told }: Override) => ({ kind, told, ...entryJson(stored, person) });
      return exported(c, form, { name: 'overrides', rows: await found(c), columns, json });
    });
  return app;
}

const columns: Export<Override>['columns'] = {
  kind: ({ kind }) => kind,
  told: ({ told }) => told,
  ...Object.fromEntries(
    Object.entries(entryColumns).map(([name, cellOf]) => [name, ({ stored }: Override) => cellOf(stored)]),
  ),
};

function overridesBody(all: readonly Override[]): Html {
  return html`<p class="lead">${all.length === 0 ? 'None' : all.length}: where somebody’s word stood in place of a check, or against one.</p>
${all.length === 0 ? emptiness('No override', 'Whatever ran passed its checks, and no person had to settle an outcome.') : html`<ol class="entries">${all.slice(0, shown).map(overrideRow)}</ol>`}
<p class="buttons">All of them, as a file: <a href="/overrides.csv">CSV</a> <a href="/overrides.json">JSON</a></p>`;
}

function overrideRow({ stored: { entry }, kind, told }: Override): Html {
  const { conversation, sequence, at, principal, body } = entry;
  return html`<li><p class="entry-head"><strong>${kind}</strong> ${when(at)} <a href="${`${pathTo(['threads', conversation], { at: sequence })}#entry`}">${shownText(conversation)} ${sequence}</a> <span class="soft">by ${shownText(principal)}</span></p>
<p>${shownText(told)}</p>${body.line === null ? '' : shownLine(body.line)}</li>`;
}
