import type { AskedSlot, SlotDifference } from '../../ledger/approval/act.ts';
import { areAlike } from '../../text/look-alikes.ts';
import { type Html, html, nothing, type SlotLine, shownValue, slotTable } from '../layout/index.ts';
import type { Subject } from './subject.ts';

const origins = {
  handoff: '',
  statement: 'from the prepared statement',
  question: 'from the question',
  approval: 'given by this approval',
} as const;

const sources: Readonly<Record<SlotDifference['source'], string>> = {
  handoff: 'the handoff says',
  statement: 'the prepared statement says',
  question: 'the question says',
  approval: 'this approval says',
  call: 'the call says',
  records: 'the records say',
};

/** Every value that would run, whole, with what the record says beside it; a missing one is said to be missing. */
export function valueTable({ asked, beside }: Pick<Subject, 'asked' | 'beside'>, caption: string): Html {
  const recorded = beside?.outcome === 'read' ? beside.values : null;
  const rows = asked.slots.map((one): SlotLine => {
    const own = recorded === null || !Object.hasOwn(recorded, one.slot) ? null : (recorded[one.slot] ?? null);
    const about = one.about === null ? {} : { about: one.about };
    return {
      slot: one.slot,
      ...about,
      value: one.value,
      beside: own,
      note: notes(one, own, asked.handoff === null),
      silent: true, // a record of suppliers has no amount, and contradicts none
    };
  });
  const of = asked.handoff === null ? 'as asked' : 'as sent';
  return slotTable(rows, { caption, of, ...(recorded === null ? {} : { beside: 'the record' }) });
}

function notes({ from, value, differs, slot }: AskedSlot, own: string | null, isAsked: boolean): Html {
  const origin =
    from === null || origins[from] === '' || (isAsked && from === 'question')
      ? nothing
      : html` <span class="soft small">${origins[from]}</span>`;
  const missing = value === null ? html` <strong>${slot} is missing</strong>` : nothing;
  const isAlike = value !== null && own !== null && areAlike(value, own);
  const all = isAlike ? [...differs, { source: 'records' as const, value: own, alike: true }] : differs;
  return html`${origin}${missing}${all.map(difference)}`;
}

function difference({ source, value, alike }: SlotDifference): Html {
  const looks = alike ? html` <strong>which looks alike</strong>` : nothing;
  return html`<p class="small"><strong><span class="sign" aria-hidden="true">≠</span> ${sources[source]}</strong> ${shownValue(value)}${looks}</p>`;
}
