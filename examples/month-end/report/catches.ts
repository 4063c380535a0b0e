import { checkHandoff, type Diagnostic, placeOf } from 'hearback';
import { answerTo, type Said, slot } from '../play/said.ts';
import type { Fault } from '../read/folder.ts';
import { written } from '../read/time.ts';
import { endingOf } from './handoffs.ts';
import type { Story } from './story.ts';

/** Where a planted fault was stopped, by what the ledger and the bank's file hold. */
export interface Catch {
  readonly fault: Fault;
  /** The check that found it, the finding, and what came of it; null when nothing found it. */
  readonly caught: {
    readonly check: string;
    readonly finding: Diagnostic | null;
    readonly result: string;
  } | null;
}

/** Looks for each planted fault where it has to be stopped: later would be too late. */
export function catchesOf(story: Story): readonly Catch[] {
  return story.folder.faults.map((fault) => ({ fault, caught: stops[fault.what](story, fault) }));
}

type Stop = (story: Story, fault: Fault) => Catch['caught'];

const stops: Readonly<Record<Fault['what'], Stop>> = {
  draft: (story, { ask, item }) => {
    const draft = story.refusedLines.find(
      ({ entry, message }) =>
        entry.refused === 'handoff-fails' && message.item === item && slot(message, 'ask') === ask,
    );
    if (draft === undefined) return null;
    const sent = handoffs(story, ask, item).find(({ entry }) => entry.sequence > draft.entry.sequence);
    return {
      check: 'check-ho, before the handoff was sent',
      finding: differenceOf(story, draft),
      result: `the draft ${draft.message.id} never left; ${sent?.message.id} was composed from the record by code`,
    };
  },
  misread: (story, { ask, item }) => {
    const readback = failing(story, 'RB', ask, item);
    if (readback === undefined) return null;
    const { roger } = readback.entry.verdict ?? {};
    return {
      check: 'check-rb, before anything was prepared',
      finding: firstError(readback),
      result: `${readback.message.id} is ${roger ? 'roger, not wilco' : 'not even roger'}, and void; ${endingOf(story, readback.message.re ?? '')}`,
    };
  },
  // a value that the handoff carries is compared at once; one that it leaves open stands on the statement
  resolve: (story, { ask, item }) => {
    const sent = handoffs(story, ask, item);
    const handoff = sent.find(({ message }) => story.contradictionsOf.has(message.id));
    const held = failing(story, 'RB', ask, item);
    if (handoff === undefined) {
      if (held === undefined) return null;
      const result = `the statement was discarded; ${endingOf(story, sent.at(-1)?.message.id ?? '')}`;
      return { check: "check-rb, on the tool's statement", finding: firstError(held), result };
    }
    const question = answerTo(story.said, 'AQ', handoff.message.id);
    const answer = question && answerTo(story.said, 'AN', question.message.id);
    return {
      check: "prepare, which compares the handoff with the tool's own records",
      finding: contradiction(story, handoff),
      result: `no statement was made; ${question?.message.id} asked the principal, who said ${answer ? slot(answer.message, 'val') : 'nothing'}; ${endingOf(story, handoff.message.id)}`,
    };
  },
  execute: (story, { ask, item }) => {
    const report = failing(story, 'DN', ask, item);
    if (report === undefined) return null;
    const undo = story.said.find(
      ({ message }) => message.type === 'HO' && slot(message, 'ctx') === report.message.id,
    );
    const undone = undo && answerTo(story.said, 'DN', undo.message.id);
    return {
      check: 'check-dn, on what the bank says that it did',
      finding: firstError(report),
      result: undone ? `taken back by ${undo.message.id}, done as ${undone.message.id}` : 'NOT TAKEN BACK',
    };
  },
  'drop-reply': (story, { ask, item }) => {
    const [effect, second] = story.effects.filter((one) => one.ask === ask && one.item === item);
    if (effect === undefined || second !== undefined || effect.asked < 2) return null;
    const result = `the bank was asked ${effect.asked} times and did it once, ${effect.reference}`;
    return {
      check: 'commit, whose outcome was unknown until the same key was sent again',
      finding: null,
      result,
    };
  },
  decline: (story, { ask, item }) => {
    const failed = handoffs(story, ask, item).flatMap(
      ({ message }) => answerTo(story.said, 'FL', message.id) ?? [],
    )[0];
    if (failed === undefined) return null;
    return {
      check: 'commit, which the bank answered with no',
      finding: null,
      result: `${failed.message.id}: ${failed.message.tail}`,
    };
  },
  // what a bank says of itself is all that a ledger can check: the bank's own file tells
  misreport: () => null,
};

/** What check-ho says of a draft. The ledger keeps no findings that would tell others what the sender's record holds. */
function differenceOf({ folder }: Story, { message, entry }: Said): Diagnostic | null {
  const ask = slot(message, 'ask');
  const approval = folder.approvals.find(
    ({ record }) => record['item'] === message.item && record['ask'] === ask,
  );
  if (approval === undefined) return null;
  const { diagnostics } = checkHandoff({ ho: message, record: approval.record, now: written(entry.at) });
  return diagnostics.find(({ severity }) => severity === 'error') ?? null;
}

function handoffs({ said }: Story, ask: string, item: string): readonly Said[] {
  return said.filter(
    ({ message }) => message.type === 'HO' && message.item === item && slot(message, 'ask') === ask,
  );
}

/** The first readback or report of an act that does not pass. */
function failing(story: Story, type: string, ask: string, item: string): Said | undefined {
  const ids = handoffs(story, ask, item).map(({ message }) => message.id);
  return story.said.find(
    ({ message, entry }) =>
      message.type === type && ids.includes(message.re ?? '') && entry.verdict?.passes === false,
  );
}

function firstError({ entry }: Said): Diagnostic | null {
  return entry.verdict?.diagnostics.find(({ severity }) => severity === 'error') ?? null;
}

/** What the tool's records say otherwise than the handoff, as a finding under the handoff's word. */
function contradiction({ contradictionsOf }: Story, { message }: Said): Diagnostic | null {
  const [first] = contradictionsOf.get(message.id) ?? [];
  if (first === undefined) return null;
  return {
    code: 'month-end/other-account',
    severity: 'error',
    message: `${first.slot} sent ${first.sent}, on record ${first.resolved}`,
    at: placeOf(message, first.slot),
    data: { ...first },
  };
}
