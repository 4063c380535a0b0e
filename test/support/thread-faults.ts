import { type Lines, linesOf, renamed } from './conversations.ts';

/** One thing gone wrong in one handoff's life, and the code that says so. */
interface Faulted {
  readonly code: string;
  readonly story: (n: number) => readonly string[];
}

const withId = (line: string, id: string): string => {
  const [version, type, , ...rest] = line.split(' ');
  return [version, type, id, ...rest].join(' ');
};
const turned = (line: string): string => line.replace('from=scheduler to=payer', 'from=payer to=scheduler');

/** Single faults planted into a payment that goes right otherwise. */
export const faulted: Readonly<Record<string, Faulted>> = {
  'a readback that never came': fault('no-readback', ({ ho, yes, dn }) => [ho, yes, dn]),
  'a confirmation that never came': fault('unconfirmed', ({ ho, rb, dn }) => [ho, rb, dn]),
  'a confirmation that came too late': fault('unconfirmed', ({ ho, rb, dn, yes }) => [ho, rb, dn, yes]),
  'a confirmation without the token': fault('unconfirmed', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes.replace(/ x_tok=\S+/, ''),
    dn,
  ]),
  'a confirmation of another token': fault('forbidden', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes.replace('x_tok=tk', 'x_tok=tl'),
    dn,
  ]),
  'a no': fault('forbidden', ({ ho, rb, yes, dn }) => [ho, rb, yes.replace(/val=Y \S+/, 'val=N'), dn]),
  "the human's HOLD": fault('forbidden', ({ ho, question, hold, rb, yes, dn }) => [
    ho,
    question,
    hold,
    rb,
    yes,
    dn,
  ]),
  'self-approval': fault('not-asked', ({ ho, rb, yes, dn, id }) => [
    ho,
    rb,
    turned(withId(yes, id('payer', 9))),
    dn,
  ]),
  'an answer by one who was not asked': fault('not-asked', ({ ho, question, hold, rb, yes, dn, id }) => [
    ho,
    question,
    withId(hold, id('scheduler', 9)).replace('from=human', 'from=scheduler'),
    rb,
    yes,
    dn,
  ]),
  'an answer that is no option': fault('answer-refused', ({ ho, question, hold, un }) => [
    ho,
    question,
    hold.replace('HOLD', 'REJECT'),
    un,
  ]),
  'a second answer': fault('answered-again', ({ ho, question, hold, un, id }) => [
    ho,
    question,
    hold,
    withId(hold, id('human', 9)).replace('HOLD', 'APPROVE'),
    un,
  ]),
  'a question nobody answered': fault('question-overdue', ({ ho, question, un }) => [ho, question, un]),
  'another amount on the readback': fault('void-readback', ({ ho, rb, yes, dn }) => [
    ho,
    rb.replace('5400.00', '5100.00'),
    yes,
    dn,
  ]),
  'another account on the done report': fault('done-refused', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes,
    dn.replace('61102938', '61102939'),
  ]),
  'a done report that leaves out the account': fault('done-refused', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes,
    dn.replace(/ acct=\S+/, ''),
  ]),
  'a done report that says NOOP and what ran': fault('done-refused', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes,
    dn.replace('out=OK', 'out=NOOP'),
  ]),
  'a second done report': fault('closed-again', ({ ho, rb, yes, dn, id }) => [
    ho,
    rb,
    yes,
    dn,
    withId(dn, id('payer', 9)),
  ]),
  'a failure after it was done': fault('closed-again', ({ ho, rb, yes, dn, fl }) => [ho, rb, yes, dn, fl]),
  'a done report by another agent': fault('wrong-party', ({ ho, rb, yes, dn, id }) => [
    ho,
    rb,
    yes,
    withId(dn, id('auditor', 1)).replace('from=payer', 'from=auditor'),
  ]),
  'a done report about another item': fault('other-item', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes,
    dn.replace('item=inv:', 'item=inv:x'),
  ]),
  'a payment after its cancel': fault('ran-after-cancel', ({ ho, rb, yes, cx, dn }) => [ho, rb, yes, cx, dn]),
  'a cancel acknowledged after the payment': fault(
    'false-acknowledgement',
    ({ ho, rb, yes, dn, cx, ack }) => [ho, rb, yes, dn, cx, ack],
  ),
  'a cancel that nobody acknowledged': fault('cancel-unanswered', ({ ho, rb, cx }) => [ho, rb, cx]),
  'a second cancel': fault('cancelled-again', ({ ho, cx, ack, id }) => [
    ho,
    cx,
    withId(cx, id('scheduler', 9)),
    ack,
  ]),
  'a cancel by another agent': fault('wrong-party', ({ ho, cx, un, id }) => [
    ho,
    withId(cx, id('auditor', 1)).replace('from=scheduler', 'from=auditor'),
    un,
  ]),
  'a confirmation after the cancel': fault('late-answer', ({ ho, rb, cx, yes, ack }) => [
    ho,
    rb,
    cx,
    yes,
    ack,
  ]),
  'a readback after the end': fault('late-readback', ({ ho, rb, yes, dn, id }) => [
    ho,
    rb,
    yes,
    dn,
    withId(rb, id('payer', 9)),
  ]),
  'a handoff that nobody took up': fault('orphaned', ({ ho }) => [ho]),
  'a handoff that was never finished': fault('orphaned', ({ ho, rb, yes, status }) => [ho, rb, yes, status]),
  'a handoff that is not there': fault('unknown-re', ({ rb, yes, dn }) => [rb, yes, dn]),
  'one id for two lines': fault('id-reused', ({ ho, rb, yes, dn }) => [
    ho,
    rb,
    yes,
    dn,
    ho.replace('5400.00', '5401.00'),
  ]),
  'a line that cannot be read': fault('unreadable', ({ ho, rb, yes, dn, status }) => [
    ho,
    rb,
    yes,
    status.replace('pct=50', 'pct=500'),
    dn,
  ]),
  'a payment under the retry and the original': fault('ran-twice', ({ ho, rb, yes, dn, id }) => {
    const again = Object.fromEntries(
      [id('scheduler', 1), id('payer', 1), id('scheduler', 2), id('payer', 2)].map((one, k) => [
        one,
        `${one.slice(0, one.lastIndexOf('-'))}-${id('x', 10 + k).slice(2)}`,
      ]),
    );
    const retry = renamed(ho, again).replace(' p=pay', ` re=${id('scheduler', 1)} p=pay`);
    return [ho, retry, ...[rb, yes, dn].map((line) => renamed(line, again)), rb, yes, dn];
  }),
  'two agents with one payment': fault('two-holders', ({ ho, rb, yes, dn, un, id }) => {
    const other = { [id('scheduler', 1)]: id('scheduler', 10), [id('payer', 1)]: id('auditor', 1) };
    const toAuditor = (line: string): string => line.replaceAll(/(from|to)=payer/g, '$1=auditor');
    const end = withId(un, id('auditor', 2)).replace(id('scheduler', 1), id('scheduler', 10));
    return [ho, rb, ...[ho, rb].map((line) => toAuditor(renamed(line, other))), toAuditor(end), yes, dn];
  }),
};

function fault(code: string, story: (lines: Lines) => readonly string[]): Faulted {
  return { code: `thread/${code}`, story: (n) => story(linesOf(n)) };
}
