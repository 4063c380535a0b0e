import type { Context } from 'hono';
import { fieldOf, linesDigest, type Total, totalField, totalsOf } from '../../approvals/run.ts';
import type { Env, ServerParts } from '../../env.ts';
import { type Html, html, nothing, notice, page, shownText } from '../../layout/index.ts';
import { pathOf, requestPath } from '../../questions/place.ts';
import type { Subject, Surroundings } from '../../questions/subject.ts';
import { type Chosen, chosenIn, handleAt, isOnList, missing } from './found.ts';
import { runList, totals } from './list.ts';

/** The second step of a run: the chosen lines with their total, which is typed once for each currency. Nothing is written. */
export async function review(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const [handle, session, form] = [await handleAt(parts, c), c.get('session'), c.get('form')];
  if (handle === null || session === null || form === null) return missing(c);
  const chosen = await chosenIn(handle, around, form, 'shown');
  if (chosen === null) return otherLines(c);
  const good = chosen.flatMap(({ line, subject }) =>
    isAsShown({ line, subject }) ? [subject as Subject] : [],
  );
  if (good.length === 0) return otherLines(c);
  return reviewPage(parts, c, { good, changed: changedIn(chosen) });
}

interface Reviewed {
  readonly good: readonly Subject[];
  /** Lines that were chosen and are not what was shown any more. */
  readonly changed: readonly string[];
  /** The currency whose total was mistyped. */
  readonly mistyped?: string;
}

/** The page that asks for the totals. */
export function reviewPage(
  parts: ServerParts,
  c: Context<Env>,
  { good, changed, mistyped }: Reviewed,
): Response | Promise<Response> {
  const [first] = good;
  const session = c.get('session');
  if (first === undefined || session === null) return missing(c);
  const { conversation, ask } = first.asked;
  const lines = good.map(({ asked, seen }) => ({ question: asked.row.id, seen }));
  const all = totalsOf(good);
  const base = pathOf('runs', conversation, ask ?? '');
  const fields = parts.forms.fields(session, requestPath(`${base}/approve`), linesDigest(lines, all));
  const body = html`<p class="lead">Nothing is recorded yet. You are ${shownText(session.person)}.</p>
${left(changed)}
${mistyped === undefined ? nothing : notice('bad', `That is not the total of ${mistyped}`, html`<p>Compare what you typed with the total below. Nothing was recorded.</p>`, { alert: true })}
${runList(good, { choice: false })}
${totals(all, `${good.length} ${good.length === 1 ? 'line' : 'lines'}`)}
<form method="post" action="${base}/approve">${fields}${lines.map((line) => html`<input type="hidden" name="line" value="${fieldOf(line)}">`)}
${all.map(typed)}
<div class="buttons"><button type="submit" class="button button-strong">Approve ${ask}: ${good.length} ${good.length === 1 ? 'line' : 'lines'}</button> <a href="${base}">Back, without an answer</a></div></form>`;
  return page(c, {
    title: `Confirm the run: ${ask}`,
    body,
    ...(mistyped === undefined ? {} : { status: 422 }),
  });
}

function typed({ of, total }: Total): Html {
  const id = `total-${of}`;
  return html`<input type="hidden" name="total" value="${totalField({ of, total })}"><p class="field"><label for="${id}">Type the total of ${of} as shown above</label>
<input id="${id}" name="${id}" autocomplete="off" inputmode="decimal" required></p>`;
}

/** Lines that are left out, said one by one. */
export function left(changed: readonly string[]): Html {
  if (changed.length === 0) return nothing;
  return notice(
    'warn',
    'These lines are not what you were shown any more',
    html`<ul>${changed.map((id) => html`<li>${shownText(id)}</li>`)}</ul><p>They are left out: nothing is recorded for them.</p>`,
  );
}

/** Whether a chosen line still is what was shown, and can be approved. */
export function isAsShown({ line, subject }: Chosen): boolean {
  return (
    subject !== null && subject.seen === line.seen && subject.asked.row.answer === null && isOnList(subject)
  );
}

export function changedIn(chosen: readonly Chosen[]): readonly string[] {
  return chosen.filter((one) => !isAsShown(one)).map(({ line }) => line.question);
}

/** The lines of the form are not those that it was made with, or none is left. */
export function otherLines(c: Context<Env>): Response | Promise<Response> {
  const body = html`${notice('warn', 'Nothing was recorded', html`<p>No line was chosen, or none is what was shown any more.</p>`, { alert: true })}<p><a href="/runs">All runs</a></p>`;
  return page(c, { title: 'Nothing was recorded', body, status: 409 });
}
