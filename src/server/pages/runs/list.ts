import { fieldOf, type Total, whyAlone } from '../../approvals/run.ts';
import { type Html, html, nothing, shownText } from '../../layout/index.ts';
import { questionPath } from '../../questions/place.ts';
import type { Subject } from '../../questions/subject.ts';
import { valueTable } from '../../questions/table.ts';

/** Lines of a run, each with every value that would run, whole; with `choice` each that can be approved has a box. */
export function runList(subjects: readonly Subject[], { choice }: { readonly choice: boolean }): Html {
  return html`<ul class="cards run">${subjects.map((subject) => runLine(subject, choice))}</ul>`;
}

function runLine(subject: Subject, choice: boolean): Html {
  const { asked, seen, needed } = subject;
  const { conversation, row, item } = asked;
  const alone = whyAlone(subject);
  const box = `line-${row.id}`;
  const name = html`${item === null ? 'no item' : shownText(item)}`;
  const head =
    choice && alone === null
      ? html`<label for="${box}"><input type="checkbox" id="${box}" name="line" value="${fieldOf({ question: row.id, seen })}" checked> ${name}</label>`
      : name;
  const off = alone === null ? nothing : html`<p><strong>Not on this list:</strong> ${shownText(alone)}</p>`;
  const more =
    needed > 1
      ? html`<p class="small">Needs ${needed} people; so far ${asked.goes.length} said go.</p>`
      : nothing;
  return html`<li class="card"><h2>${head}</h2>${off}${more}
${valueTable(subject, 'What would run')}
<p class="small"><a href="${questionPath(conversation, row.id)}">The question ${row.id}</a>, asked by ${shownText(row.from)}</p></li>`;
}

/** The totals of lines, by currency. */
export function totals(all: readonly Total[], caption: string): Html {
  return html`<table class="totals"><caption>${caption}</caption><thead><tr><th scope="col">of</th><th scope="col">total</th></tr></thead>
<tbody>${all.map(({ of, total }) => html`<tr><th scope="row">${of}</th><td class="amount">${total}</td></tr>`)}</tbody></table>`;
}
