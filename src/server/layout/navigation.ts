import { type Html, html, nothing } from './html.ts';

interface Place {
  readonly href: string;
  readonly name: string;
  /** Beginnings of the paths that belong to it. */
  readonly under: readonly string[];
}

/** Where one can go, in the groups of a day's work. */
const groups: readonly { readonly name: string; readonly places: readonly Place[] }[] = [
  {
    name: 'To decide',
    places: [
      { href: '/', name: 'Questions', under: ['/questions'] },
      { href: '/runs', name: 'Runs', under: ['/runs'] },
      { href: '/statements', name: 'Statements', under: ['/statements'] },
      { href: '/unknown', name: 'Unknown outcomes', under: ['/unknown'] },
      { href: '/held', name: 'Held', under: ['/held'] },
    ],
  },
  {
    name: 'To look up',
    places: [
      { href: '/threads', name: 'Threads', under: ['/threads'] },
      { href: '/ledger', name: 'Ledger', under: ['/ledger', '/items'] },
      { href: '/totals', name: 'Totals', under: ['/totals'] },
      { href: '/overrides', name: 'Overrides', under: ['/overrides'] },
    ],
  },
  { name: 'To try', places: [{ href: '/check', name: 'Check a line', under: ['/check'] }] },
];

/** The navigation of every page; the place that `path` belongs to is marked as the current one. */
export function navigation(path: string): Html {
  return html`<nav class="places" aria-label="Console">${groups.map(
    ({ name, places }) => html`<div class="places-group"><p class="places-name">${name}</p>
<ul>${places.map((place) => html`<li>${link(place, path)}</li>`)}</ul></div>`,
  )}</nav>`;
}

function link({ href, name, under }: Place, path: string): Html {
  const isHere = path === href || under.some((start) => path === start || path.startsWith(`${start}/`));
  return html`<a href="${href}"${isHere ? html` aria-current="page"` : nothing}>${name}</a>`;
}
