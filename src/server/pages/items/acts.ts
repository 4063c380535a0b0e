import type { Approval } from '../../../ledger/fact.ts';
import type { Statement } from '../../../ledger/state.ts';
import type { Stored } from '../../../ledger/store.ts';
import {
  badge,
  facts,
  type Html,
  html,
  nothing,
  notice,
  shownText,
  slotTable,
  statementBadge,
  when,
} from '../../layout/index.ts';
import { callOf } from '../../questions/call.ts';

type Row = readonly [name: string, value: Html | string];

/** One act: what was frozen beside what ran, who confirmed it, and how its outcome is known. */
export function actPart(statement: Statement): Html {
  const { state, result, incident, readback, handoff } = statement;
  return html`<article class="card"><h3>${shownText(readback)} for ${shownText(handoff)}</h3>
<p>${statementBadge(state)} ${result?.mismatch === true ? badge('bad', 'ran otherwise than planned') : nothing}</p>
${facts(circumstances(statement))}
${valuesOf(statement)}
${incident === null ? nothing : notice('bad', 'An effect was found after it had ended without one', slotTable(rowsOf(incident.values), { caption: `Evidence: ${incident.evidence}`, of: 'as found' }))}</article>`;
}

function circumstances(statement: Statement): readonly Row[] {
  const { confirmed, result, reference, cause, question, report, undone, exp } = statement;
  const known = (name: string, value: string | null | undefined): readonly Row[] =>
    value == null ? [] : [[name, shownText(value)]];
  return [
    ['Prepared', when(statement.preparedAt)],
    ...known('By', statement.principal),
    ...known('Executor', statement.executor),
    ...(exp === null ? [] : ([['Last moment to start', when(exp)]] as const)),
    ...(confirmed === null
      ? []
      : ([
          [
            'Confirmed',
            html`${shownText(confirmed.answer)} by ${shownText(confirmed.principal)}, ${when(confirmed.at)}`,
          ],
        ] as const)),
    ...(statement.firstClaimedAt === null
      ? []
      : ([['First started', when(statement.firstClaimedAt)]] as const)),
    ...known('Outcome known by', result?.evidence),
    ...known('Executor’s reference', result?.reference ?? reference),
    ...known('Reported by', result?.report ?? report),
    ...known('Cause', cause),
    ...known('Question', question),
    ...known('Undone by', undone),
    ['SHA-256 of the frozen call', html`<code>${statement.sha256}</code>`],
  ];
}

function valuesOf(statement: Statement): Html {
  const { values } = callOf(statement);
  const ran = statement.result?.values;
  if (ran === undefined) return slotTable(rowsOf(values), { caption: 'Values', of: 'as frozen' });
  const slots = [...new Set([...Object.keys(values), ...Object.keys(ran)])];
  const rows = slots.map((slot) => ({ slot, value: values[slot] ?? null, beside: ran[slot] ?? null }));
  return slotTable(rows, { caption: 'Values', of: 'as frozen', beside: 'as executed' });
}

function rowsOf(values: Readonly<Record<string, string>>): readonly { slot: string; value: string }[] {
  return Object.entries(values).map(([slot, value]) => ({ slot, value }));
}

/** The approvals among entries. */
export function approvalsIn(entries: readonly Stored[]): readonly Approval[] {
  return entries.flatMap(({ entry }) =>
    entry.body.facts.flatMap((fact) => (fact.fact === 'approved' ? fact.approval : [])),
  );
}

/** One approval: the values that were shown, who said go, and how each of them was proved. */
export function approvalPart(approval: Approval): Html {
  const { reference, question, answer, values, approvers, policy } = approval;
  return html`<article class="card"><h3>${shownText(reference)}</h3>
<p>Question ${shownText(question)}, answered ${shownText(answer)}${policy === null ? nothing : html`, under the policy ${shownText(policy.name)}`}.</p>
<ol>${approvers.map(({ person, at, proof, shown }) => html`<li><strong>${shownText(person)}</strong> ${when(at)}, proved by a ${proof.kind} <code>${proof.passkey}</code> in a session since ${when(proof.since)}; what was shown: <code>${shown}</code></li>`)}</ol>
${slotTable(rowsOf(values), { caption: 'Values that were shown', of: 'value' })}
<p class="small soft">SHA-256 of act and values: <code>${approval.sha256}</code></p></article>`;
}
