import { type Context, Hono } from 'hono';
import type { Profiles } from '../../../vocabulary/profiles.ts';
import type { Env, ServerParts } from '../../env.ts';
import { type Export, exported, type Form } from '../../export/reply.ts';
import { page } from '../../layout/index.ts';
import { type Amount, type Total, totalsOf } from '../../reports/amounts.ts';
import { reportsOf } from '../../reports/reports.ts';
import { dayLong, millisecondsOf } from '../ledger/wanted.ts';
import { namesFor, textIn } from '../reading.ts';
import { type TotalsView, type TotalsWanted, totalsBody } from './page.ts';

/** Paid, not done, refused: every amount of the ledger that the reader may see, by supplier or whatever else, and currency. */
export function totals(parts: ServerParts): Hono<Env> {
  const app = new Hono<Env>();
  const reports = reportsOf(parts);
  const slots = slotsOf(parts.profiles);
  const found = async (c: Context<Env>, wanted: TotalsWanted): Promise<readonly Total[]> => {
    const acts = await reports.amounts(await namesFor(parts, c));
    return totalsOf(acts.filter(isWithin(wanted)), wanted.by);
  };
  app.get('/totals', async (c) => {
    const wanted = wantedIn(c, slots);
    const body = totalsBody({ wanted, slots, totals: await found(c, wanted) });
    return page(c, { title: 'Totals', body, live: true });
  });
  for (const form of ['csv', 'json'] satisfies readonly Form[])
    app.get(`/totals.${form}`, async (c) => {
      const wanted = wantedIn(c, slots);
      const rows = await found(c, wanted);
      return exported(c, form, {
        name: 'totals',
        rows,
        columns: columnsOf(wanted.by),
        json: (total) => total,
      });
    });
  return app;
}

function columnsOf(by: string): Export<Total>['columns'] {
  return {
    [by]: ({ group }) => group,
    currency: ({ currency }) => currency,
    stands: ({ fate }) => fate,
    acts: ({ count }) => count,
    sum: ({ sum }) => sum,
  };
}

/** The execution slots of text in every ask whose amount is above zero, in the profiles' order: the first is what it is about. */
function slotsOf(profiles: Profiles): TotalsView['slots'] {
  const found = new Map<string, string>();
  for (const { profile, exec, slots } of profiles.names.flatMap((name) => profiles.get(name) ?? []))
    for (const ask of Object.keys(profile?.positive ?? {}))
      for (const slot of exec.get(ask) ?? [])
        if (slots.get(slot)?.base === 'token') found.set(slot, slots.get(slot)?.desc || slot);
  return [...found];
}

function wantedIn(c: Context<Env>, slots: TotalsView['slots']): TotalsWanted {
  const by = textIn(c, 'by');
  const [from, until] = [textIn(c, 'from'), textIn(c, 'until')];
  return {
    by: slots.find(([slot]) => slot === by)?.[0] ?? slots[0]?.[0] ?? '',
    from: millisecondsOf(from) === null ? null : from,
    until: millisecondsOf(until) === null ? null : until,
  };
}

function isWithin({ from, until }: TotalsWanted): (act: Amount) => boolean {
  const first = millisecondsOf(from) ?? -Infinity;
  const last = millisecondsOf(until);
  return ({ at }) => at >= first && (last === null || at < last + dayLong);
}
