import { checkHandoff } from '../../checks/index.ts';
import { neededLevels } from '../../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import type { Verdict } from '../../diagnostic/verdict.ts';
import { momentOf } from '../clock.ts';
import { isClosed } from '../fold.ts';
import type { Kept } from '../ledger.ts';
import type { Handoff } from '../state.ts';
import { actSlots } from './act-slots.ts';
import { expiredDetail, type Hearing, isExpiredAt, type Ruling, refuses, takes } from './hearing.ts';
import { assertCriteria } from './readback.ts';

/** An HO: in time, and checked against the record that it was approved by (act.md 4, rulebook 6.1). */
export function judgeHandoff(h: Hearing): Ruling {
  const { message: ho, at, parsed, by, options } = h;
  assertCriteria(ho, options.criteria);
  const exp = expOf(ho);
  if (isExpiredAt(exp, at)) return refuses('expired', expiredDetail('the HO', exp as number, at));
  if (options.record === undefined && neededLevels(ho).length > 0) {
    return refuses('needs-record', `ask=${ho.slots['ask']} was sent without one`);
  }
  const check = checked(h);
  if (check !== null && !check.passes) {
    return refuses('handoff-fails', check.diagnostics[0]?.message ?? '', { diagnostics: check.diagnostics });
  }
  const kept = keptOf(options);
  return takes(h, [opened(h, exp)], {
    verdict: { passes: true, diagnostics: parsed.diagnostics },
    ...(kept === null
      ? {}
      : {
          secret: {
            principal: by.principal,
            kept,
            diagnostics: [...parsed.diagnostics, ...(check?.diagnostics ?? [])],
          },
        }),
  });
}

export function expOf(message: AnyMessage): number | null {
  const exp = message.slots['exp'] as string | undefined;
  return exp === undefined ? null : momentOf(exp);
}

function checked({ message: ho, options, now }: Hearing): Verdict | null {
  const { record, add } = options;
  if (record === undefined) return null;
  return checkHandoff({ ho, record, ...(add === undefined ? {} : { add }), now });
}

function keptOf({ record, add, criteria }: Kept): Kept | null {
  if (record === undefined && criteria === undefined) return null;
  return {
    ...(record === undefined ? {} : { record }),
    ...(add === undefined ? {} : { add }),
    ...(criteria === undefined ? {} : { criteria }),
  };
}

function opened(h: Hearing, exp: number | null): Extract<Ruling, { outcome: 'taken' }>['facts'][number] {
  const { message: ho, rows, settings, options, handoff } = h;
  const ask = ho.slots['ask'] as string;
  const sameAct = handoff !== null && handoff.item === ho.item && handoff.ask === ask ? handoff : null;
  return {
    fact: 'opened',
    root: sameAct?.root ?? ho.id,
    retryOf: sameAct !== null && isRetry(ho, sameAct) ? sameAct.id : null,
    ask,
    guarded: actSlots(ho, rows).length > 0 && !settings.elsewhere.has(ask),
    exp,
    closeWhenExpired: options.closeWhenExpired ?? false,
    profile: vocabularyOf(ho).hash,
  };
}

function isRetry(ho: AnyMessage, original: Handoff): boolean {
  return original.from === ho.from && original.to === ho.to && !isClosed(original);
}
