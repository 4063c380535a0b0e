import { day } from '../read/time.ts';
import { bankSection } from './bank.ts';
import { evidenceSection } from './evidence.ts';
import { faultSection } from './faults.ts';
import { handoffSection } from './handoffs.ts';
import { count, heading, type Paint, width, wrap } from './layout.ts';
import { otherActsSection, paymentSection } from './payments.ts';
import { questionSection } from './questions.ts';
import type { Story } from './story.ts';
import { pointsOf, summary } from './verdict.ts';

/** The month-end as a person reads it, and whether everything is as it should be. */
export function reportOf(story: Story, paint: Paint): { readonly text: string; readonly holds: boolean } {
  const points = pointsOf(story);
  const sections = [
    titleSection,
    handoffSection,
    paymentSection,
    otherActsSection,
    faultSection,
    questionSection,
    bankSection,
  ];
  const text = [
    ...sections.map((section) => section(story, paint)),
    evidenceSection(story, paint),
    threadSection(story, paint),
    heading(summary(points), paint),
    ...points.map(({ holds, says, but }) => {
      const mark = holds ? paint('yes', 'good') : paint('NO ', 'bad');
      return [`  ${mark}  ${says}`, ...but.map((one) => wrap(one, '         '))].join('\n');
    }),
  ].join('\n');
  return { text, holds: points.every(({ holds }) => holds) };
}

function titleSection({ folder, said }: Story, paint: Paint): string {
  const { company, run, paid, principal } = folder.policy;
  const speakers = new Set(said.map(({ message }) => message.from));
  return [
    '',
    `${paint(company, 'bold')}, ${run}, paid ${day(paid)}`,
    paint('='.repeat(width), 'dim'),
    wrap(
      `Read: ${count(folder.inbox.length, 'message')}, ${count(folder.feed.size, 'day')} of bank feed, ${count(folder.orders.length, 'order')}, ${count(folder.suppliers.length, 'supplier')}, ${count(folder.approvals.length, 'approval')} signed by ${principal}. Said: ${count(said.length, 'line')} by ${[...speakers].join(', ')}.`,
    ),
  ].join('\n');
}

const endNames = {
  DN: 'done',
  FL: 'failed',
  UN: 'declined',
  CX: 'taken back by its sender',
  HO: 'sent again',
} as const;

function threadSection({ thread, said }: Story, paint: Paint): string {
  const found = (severity: string): number =>
    thread.diagnostics.filter((one) => one.severity === severity).length;
  const ends = Map.groupBy(thread.handoffs, ({ state, closer }) =>
    state === 'closed' ? endNames[closer ?? 'DN'] : state,
  );
  const errors = thread.diagnostics.filter(({ severity }) => severity === 'error');
  return [
    heading(`check-thread over ${count(said.length, 'line')}`, paint),
    `  ${count(thread.handoffs.length, 'handoff')}, ${[...ends].map(([end, all]) => `${all.length} ${end}`).join(', ')}`,
    `  ${count(found('error'), 'problem')}, ${count(found('warning'), 'warning')}, ${count(found('info'), 'note')}`,
    ...errors.map(({ code, message }) => wrap(`${code}: ${message}`)),
  ].join('\n');
}
