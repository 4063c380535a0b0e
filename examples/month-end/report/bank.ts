import type { Effect } from '../bank/book.ts';
import { type Said, slot } from '../play/said.ts';
import { printed } from '../read/money.ts';
import { count, heading, type Paint, row } from './layout.ts';
import type { Story } from './story.ts';

/** An effect in the bank's file beside what the ledger says of it. */
export interface Compared {
  readonly effect: Effect;
  /** The done report of the statement that was sent under the effect's key. */
  readonly report: Said | null;
  /** Where the report says otherwise than the bank's file. */
  readonly differences: readonly string[];
  /** Where the effect is not what was approved. */
  readonly unapproved: readonly string[];
}

/** Every effect of the bank, compared value for value. */
export function compareBank(story: Story): readonly Compared[] {
  return story.effects.map((effect) => {
    const report = story.said.find(({ message }) => story.keys.get(message.id) === effect.key) ?? null;
    return {
      effect,
      report,
      differences: report === null ? [] : differing(effect.did, (key) => slot(report.message, key)),
      unapproved: unapproved(story, effect, report),
    };
  });
}

/** An act is approved value by value in its record; taking back an act is approved by the principal's answer. */
function unapproved({ folder, said }: Story, { ask, did }: Effect, report: Said | null): readonly string[] {
  const handoff = said.find(
    ({ message }) => message.type === 'HO' && message.id === report?.message.re,
  )?.message;
  if (handoff === undefined) return ['nobody handed it over'];
  if (ask === 'UNDO') {
    const question = said.find(({ message }) => message.type === 'AQ' && message.re === slot(handoff, 'ctx'));
    const yes = said.some(
      ({ message }) => message.re === question?.message.id && slot(message, 'val') === 'Y',
    );
    return yes ? [] : ['the principal did not say so'];
  }
  const record = folder.approvals.find(({ apref }) => apref === slot(handoff, 'apref'))?.record;
  if (record === undefined) return ['there is no approval'];
  return differing(did, (key) => record[key]);
}

function differing(did: Effect['did'], other: (key: string) => string | undefined): readonly string[] {
  return Object.entries(did)
    .filter(([key, value]) => other(key) !== undefined && other(key) !== value)
    .map(([key, value]) => `${key}=${value}, not ${other(key)}`);
}

const widths = [10, 8, 15, 12, 10] as const;

/** What the bank's own file holds: the judge of what was done. */
export function bankSection(story: Story, paint: Paint): string {
  const compared = compareBank(story);
  return [
    heading(`${count(compared.length, 'act')} in the bank's own file`, paint),
    ...compared.map((one) => `  ${bankRow(one, paint)}`),
  ].join('\n');
}

function bankRow({ effect, report, differences, unapproved: other }: Compared, paint: Paint): string {
  const { reference, ask, item, did, reversedBy, asked } = effect;
  const amount = did['amt'] === undefined ? '' : `${printed(did['amt'])} ${did['cur'] ?? ''}`;
  const isTakenBack = reversedBy !== null;
  const says = [
    differences.length > 0 ? 'NOT AS REPORTED' : 'as reported',
    ...(asked > 1 ? [`asked ${asked} times`] : []),
  ];
  const more = [
    ...differences.map((one) => paint(`reported otherwise: ${one}`, 'bad')),
    ...other.map((one) =>
      paint(`approved otherwise: ${one}${isTakenBack ? '; taken back' : ''}`, isTakenBack ? 'bold' : 'bad'),
    ),
  ];
  const cells = [reference, ask, item, amount, report?.message.id ?? 'UNREPORTED', says.join(', ')];
  return [row(cells, widths), ...more.map((text) => `${' '.repeat(24)}${text}`)].join('\n');
}
