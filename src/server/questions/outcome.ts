import type { Asked } from '../../ledger/approval/asked.ts';
import { approvalIn } from '../../ledger/approval/look.ts';
import type { NotAnswered } from '../../ledger/approval/obstacle.ts';
import type { Approval } from '../../ledger/fact.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { facts, type Html, html, nothing, notice, shownLine, shownText, when } from '../layout/index.ts';
import { questionPath } from './place.ts';

/** An answer as it is recorded, and who gave it. */
export interface Recorded {
  readonly id: string;
  readonly line: string;
  readonly person: string;
  readonly at: number;
  readonly approval: Approval | null;
}

/** The answer that a question has; null while it has none. */
export async function recordedAnswer(handle: Handle, { row }: Pick<Asked, 'row'>): Promise<Recorded | null> {
  const { answer } = row;
  const found = answer === null ? null : await handle.show(answer);
  if (answer === null || found === null) return null;
  const { entry } = found;
  const approval = await approvalIn(handle, answer);
  return { id: answer, line: entry.line ?? '', person: entry.principal, at: entry.at, approval };
}

const titles: Readonly<Record<NotAnswered, string>> = {
  'no-question': 'There is no such question',
  'not-a-person': 'This question is not yours to answer',
  answered: 'This question has its answer',
  closed: 'This question is over',
  'too-late': 'It is too late to answer',
  'unknown-outcome': 'An unknown outcome is settled with what was seen',
  'no-option': 'That is none of its answers',
  changed: 'The question is not what you were shown any more',
  'not-approvable': 'Nobody can say go to this',
  'same-person': 'Another person has to say go',
  refused: 'The answer was not taken',
};

/** Why an answer was not taken: what is recorded in its place, by whom and when; nothing of it was. */
export function notTaken(
  reason: NotAnswered,
  message: string,
  recorded: Recorded | null,
  { conversation, row }: Pick<Asked, 'conversation' | 'row'>,
): Html {
  return html`${notice('warn', titles[reason], html`<p>${shownText(message)}</p><p><strong>Nothing was recorded now.</strong></p>`, { alert: true })}${recorded === null ? nothing : answerCard(recorded)}<p><a href="${questionPath(conversation, row.id)}">Open the question as it is now</a> · <a href="/">All questions</a></p>`;
}

/** The recorded answer: who, what, when, and what it approves, with how the person was proved. */
export function answerCard({ id, line, person, at, approval }: Recorded): Html {
  return html`<section class="card answer" aria-label="The answer">
${facts([
  ['answered by', html`${shownText(person)}`],
  ['at', html`${when(at)}`],
  ['as', html`${shownText(id)}`],
])}
${shownLine(line)}
${approval === null ? html`<p>It approves no act.</p>` : approvalFacts(approval)}
</section>`;
}

function approvalFacts({ reference, sha256, approvers, policy }: Approval): Html {
  return html`<h3>The approval</h3>${facts([
    ['reference', html`<code class="value">${shownText(reference)}</code>`],
    ['SHA-256 of what was approved', html`<code>${sha256}</code>`],
    [
      'policy',
      policy === null
        ? 'none: one person is enough'
        : html`${shownText(policy.name)}, <code>${policy.sha256.slice(0, 12)}</code>`,
    ],
  ])}<ul>${approvers.map(
    ({ person, at, proof }) =>
      html`<li>${shownText(person)} at ${when(at)}, with passkey <code>${shownText(proof.passkey)}</code> of a session since ${when(proof.since)}</li>`,
  )}</ul>`;
}
