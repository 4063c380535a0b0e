import { escaped } from 'hearback';
import { answerTo } from '../play/said.ts';
import { printed } from '../read/money.ts';
import { compareBank } from './bank.ts';
import { catchesOf } from './catches.ts';
import { unfounded } from './evidence.ts';
import { endingOf } from './handoffs.ts';
import { count } from './layout.ts';
import type { Story } from './story.ts';

/** One thing that has to be so at the end of a month-end. */
export interface Point {
  readonly holds: boolean;
  readonly says: string;
  /** What is not as it should be. */
  readonly but: readonly string[];
}

/** Everything that has to be so. The exit code is 0 only when all of it is. */
export function pointsOf(story: Story): readonly Point[] {
  return [
    point(
      'the lines and the approvals are borne out by the documents',
      story.contradictions.map(({ says }) => says),
    ),
    point('every value stands in the document that its line names', unfounded(story)),
    point('the ledger took every line, but for what was planted', strangeRefusals(story)),
    point("the ledger's hash chain holds", story.damage === null ? [] : [story.damage]),
    point('every handoff has ended, once', openHandoffs(story)),
    point('every question has its answer', openQuestions(story)),
    point('the thread is as it should be, but for what was planted', strangeThread(story)),
    point('the bank did nothing that was not reported, value for value', unreported(story)),
    point('the bank did nothing that was not approved, or took it back', unapprovedActs(story)),
    point('every planted fault was caught where it has to be', uncaught(story)),
  ];
}

function point(says: string, but: readonly string[]): Point {
  return { holds: but.length === 0, says, but };
}

/** Lines that the ledger refused, but drafts with a planted fault. */
function strangeRefusals({ refused, refusedLines, folder }: Story): readonly string[] {
  const items = folder.faults.filter(({ what }) => what === 'draft').map(({ item }) => item);
  const planted = refusedLines
    .filter(({ entry, message }) => entry.refused === 'handoff-fails' && items.includes(message.item ?? ''))
    .map(({ entry }) => entry.sequence);
  return refused
    .filter(({ sequence }) => !planted.includes(sequence))
    .map(({ refused, line }) => `${refused}: ${escaped(line ?? '')}`);
}

function openHandoffs(story: Story): readonly string[] {
  return story.thread.handoffs
    .map(({ id, state }) => ({ id, state, ending: endingOf(story, id) }))
    .filter(({ state, ending }) => state !== 'closed' || ending.startsWith('OPEN'))
    .map(({ id, state, ending }) => `${id}: ${ending}, ${state}`);
}

function openQuestions({ said }: Story): readonly string[] {
  return said
    .filter(({ message }) => message.type === 'AQ' && answerTo(said, 'AN', message.id) === undefined)
    .map(({ message }) => message.id);
}

/** What check-thread reports, but the done reports of the acts that the bank was told to do otherwise. */
function strangeThread({ thread, outcomes }: Story): readonly string[] {
  const planted = new Set(outcomes.filter(({ state }) => state === 'taken back').map(({ dn }) => dn?.id));
  return thread.diagnostics
    .filter(({ severity, at }) => severity === 'error' && !planted.has(at?.line.split(' ')[2]))
    .map(({ message }) => message);
}

function unreported(story: Story): readonly string[] {
  const compared = compareBank(story);
  const reported = new Set(compared.flatMap(({ report }) => report?.message.id ?? []));
  return [
    ...compared
      .filter(({ report }) => report === null)
      .map(({ effect }) => `${effect.reference} has no report`),
    ...compared.flatMap(({ effect, differences }) =>
      differences.map((says) => `${effect.reference}: ${says}`),
    ),
    ...[...story.keys.keys()]
      .filter((dn) => !reported.has(dn))
      .map((dn) => `${dn} reports what the bank does not have`),
  ];
}

function unapprovedActs(story: Story): readonly string[] {
  return compareBank(story)
    .filter(({ effect }) => effect.reversedBy === null)
    .flatMap(({ effect, unapproved }) =>
      unapproved.map(
        (says) => `${effect.reference} ${effect.item} ${printed(effect.did['amt'] ?? '')}: ${says}`,
      ),
    );
}

function uncaught(story: Story): readonly string[] {
  return catchesOf(story)
    .filter(({ caught }) => caught === null)
    .map(({ fault }) => fault.name);
}

/** `9 of 9 points hold`. */
export function summary(points: readonly Point[]): string {
  return `${points.filter(({ holds }) => holds).length} of ${count(points.length, 'point')} hold`;
}
