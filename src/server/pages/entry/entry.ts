import type { Stored } from '../../../ledger/store.ts';
import { viewOf } from '../../../ledger/view.ts';
import type { Profiles } from '../../../vocabulary/profiles.ts';
import { diagnosticList } from '../../layout/diagnostics.ts';
import { badge, facts, type Html, html, nothing, shownLine, shownText, when } from '../../layout/index.ts';
import { decodedPart } from './decoded.ts';
import { factList } from './facts.ts';

export interface Looking {
  /** The principal who looks: what a sender kept to itself is for that sender alone. */
  readonly person: string;
  readonly profiles: Profiles;
}

/** How an entry came out, in one word. */
export function verdictBadge({ entry }: Pick<Stored, 'entry'>): Html {
  const { refused, verdict, line } = entry.body;
  if (refused !== null) return badge('bad', `refused: ${refused}`);
  if (line === null) return badge('quiet', 'change');
  if (verdict === null) return badge('quiet', 'taken');
  if (verdict.unchecked === true) return badge('warn', 'not checked yet');
  return verdict.passes ? badge('good', 'passes') : badge('bad', 'fails');
}

/** Everything that is recorded of an entry: its line, what it decoded to, how it was judged and by what, and what it changed. */
export function entryPart(stored: Stored, { person, profiles }: Looking): Html {
  const { entry } = stored;
  const { body } = entry;
  const view = viewOf(stored, person);
  return html`<p>${verdictBadge(stored)}</p>
${body.line === null ? html`<p class="soft">No line: a change that the ledger wrote down.</p>` : shownLine(body.line)}
${facts(circumstances(stored))}
${decodedPart(body, profiles)}
${view.verdict === null ? nothing : html`<h3>What was found</h3>${diagnosticList(view.verdict.diagnostics)}`}
${body.facts.length === 0 ? nothing : html`<h3>What it changed</h3>${factList(body.facts)}`}`;
}

function circumstances({ entry }: Stored): readonly (readonly [string, Html | string])[] {
  const { sequence, at, principal, body, hash } = entry;
  const by = html`${shownText(principal)}${body.person ? html` ${badge('quiet', 'a person')}` : nothing}`;
  return [
    ['Entry', html`${sequence} of ${shownText(entry.conversation)}`],
    ['Arrived', when(at)],
    ['Brought by', by],
    ...(body.delegateFor === null
      ? []
      : ([['Written by code in the name of', shownText(body.delegateFor)]] as const)),
    [
      'Judged by',
      html`${body.program}${body.profile === null ? nothing : html`, profile <code>${body.profile}</code>`}`,
    ],
    ['Hash', html`<code>${hash}</code>`],
  ];
}
