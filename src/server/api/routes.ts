import { type Context, Hono } from 'hono';
import { createActTool } from '../../act/create.ts';
import type {
  ActTool,
  CommitOutcome,
  ConfirmOutcome,
  PrepareInput,
  PrepareOutcome,
  Refused,
} from '../../act/tool.ts';
import { entryJson, sentJson, verdictJson } from '../../ledger/entry-json.ts';
import type { Handle, SendOptions } from '../../ledger/ledger.ts';
import type { Env, ServerParts } from '../env.ts';
import { entriesStream } from '../events/entries.ts';
import { Limits, limited } from '../security/limits.ts';
import { problem } from '../security/problem.ts';
import { bodyOf, type Form, numberOf } from './body.ts';
import { caller } from './caller.ts';
import { cancelOf } from './cancel.ts';
import { problemOfAct, problemOfSent, Refusing } from './refusing.ts';

const longestWait = 60;
const longestPage = 1_000;

const sendForm = {
  line: 'text',
  record: 'object',
  add: 'texts',
  withheld: 'object',
  criteria: 'texts',
  onlyRecorded: 'boolean',
  closeWhenExpired: 'boolean',
  readbackBy: 'text',
} as const;
sendForm satisfies Form;

/** The API for programs: the same ledger and act tool, each in the name of the principal whose key is sent. */
export function api(parts: ServerParts): Hono<Env> {
  const at = '/api/v1/conversations/:conversation';
  const limits = new Limits(parts.settings.limits, parts.clock);
  const routes = new Hono<Env>()
    .use(`${at}/*`, caller(parts))
    .use(
      `${at}/*`,
      limited(limits, 'api', (c) => handleOf(c).principal),
    )
    .post(`${at}/lines`, async (c) => {
      const { line, ...kept } = await bodyOf<SendOptions & { line: string }>(c, sendForm, ['line']);
      const sent = await handleOf(c).send(line, kept);
      return sent.outcome === 'refused' ? problem(c, problemOfSent(sent)) : c.json(sentJson(sent));
    })
    .get(`${at}/lines/:id`, async (c) => {
      const found = await handleOf(c).show(c.req.param('id'));
      if (found === null) return problem(c, nothing('no line of this conversation has this id'));
      return c.json({ entry: entryJson(found.entry), handoff: found.handoff });
    })
    .post(`${at}/ids`, async (c) => {
      const { agent } = await bodyOf<{ agent?: string }>(c, { agent: 'text' });
      return c.json({ id: await handleOf(c).nextId(agent) });
    })
    .get(`${at}/inbox`, async (c) => {
      const [after, agent] = [numberOf(c, 'after', Number.MAX_SAFE_INTEGER), c.req.query('agent')];
      const entries = await handleOf(c).inbox({
        limit: numberOf(c, 'limit', longestPage) ?? 100,
        wait: (numberOf(c, 'wait', longestWait) ?? 0) * 1_000,
        signal: AbortSignal.any([c.req.raw.signal, parts.events.ended]),
        ...(after === undefined ? {} : { after }),
        ...(agent === undefined ? {} : { agent }),
      });
      return c.json({ entries: entries.map(entryJson) });
    })
    .post(`${at}/inbox/acknowledge`, async (c) => {
      const form = { sequence: 'count', agent: 'text' } as const;
      const { sequence, agent } = await bodyOf<{ sequence: number; agent?: string }>(c, form, ['sequence']);
      await handleOf(c).acknowledge(sequence, agent);
      return c.json({ acknowledged: sequence });
    })
    .get(`${at}/open`, async (c) => c.json({ handoffs: await handleOf(c).open() }))
    .get(`${at}/thread`, async (c) => {
      const [after = 0, limit = 100] = [
        numberOf(c, 'after', Number.MAX_SAFE_INTEGER),
        numberOf(c, 'limit', longestPage),
      ];
      const entries = await handleOf(c).thread({ after, limit });
      return c.json({ entries: entries.map(entryJson) });
    })
    .get(`${at}/history`, async (c) => {
      const item = c.req.query('item');
      if (item === undefined)
        return problem(c, { status: 400, code: 'request/unreadable', detail: 'item is missing' });
      return c.json({ entries: (await handleOf(c).history(item)).map(entryJson) });
    })
    .post(`${at}/handoffs/:id/cancel`, async (c) => {
      const given = await bodyOf<{ why?: string; tail?: string }>(c, { why: 'text', tail: 'text' });
      const sent = await handleOf(c).send(
        await cancelOf(handleOf(c), parts.profiles, { ...given, id: c.req.param('id') }),
      );
      return sent.outcome === 'refused' ? problem(c, problemOfSent(sent)) : c.json(sentJson(sent));
    })
    .post(`${at}/handoffs/:id/prepare`, async (c) => {
      const form = { call: 'object', readback: 'object', exp: 'text', dryRun: 'boolean' } as const;
      const given = await bodyOf<Omit<PrepareInput, 'handoff'>>(c, form);
      return told(c, await (await toolOf(parts, c)).prepare({ ...given, handoff: c.req.param('id') }));
    })
    .get(`${at}/statements/:token`, async (c) => {
      const view = await (await toolOf(parts, c)).show({ token: c.req.param('token') });
      return view === null
        ? problem(c, nothing('no statement of this conversation has this token'))
        : c.json(view);
    })
    .post(`${at}/statements/:token/confirm`, async (c) => {
      const given = await bodyOf<{ answer?: string }>(c, { answer: 'text' });
      return told(c, await (await toolOf(parts, c)).confirm({ ...given, token: c.req.param('token') }));
    })
    .post(`${at}/statements/:token/commit`, async (c) => {
      await bodyOf(c, {});
      return told(c, await (await toolOf(parts, c)).commit({ token: c.req.param('token') }));
    })
    .post(`${at}/statements/:token/abandon`, async (c) => {
      await bodyOf(c, {});
      return told(c, await (await toolOf(parts, c)).abandon({ token: c.req.param('token') }));
    })
    .get(`${at}/events`, (c) => {
      const last = c.req.header('last-event-id');
      const after =
        last !== undefined && /^\d{1,15}$/.test(last)
          ? Number(last)
          : numberOf(c, 'after', Number.MAX_SAFE_INTEGER);
      return entriesStream(c, parts, handleOf(c), after ?? 0);
    });
  routes.onError((error, c) => {
    if (error instanceof Refusing) return problem(c, error.problem);
    throw error;
  });
  return routes;
}

/** The hands that `caller` left. */
function handleOf(c: Context<Env>): Handle {
  const handle = c.get('handle');
  if (handle === null) throw new TypeError('a route of the API stands behind its caller');
  return handle;
}

async function toolOf({ settings }: ServerParts, c: Context<Env>): Promise<ActTool> {
  const handle = handleOf(c);
  return (await settings.actTool?.(handle)) ?? createActTool({ ledger: handle });
}

type Outcome =
  | PrepareOutcome
  | ConfirmOutcome
  | CommitOutcome
  | Exclude<Awaited<ReturnType<ActTool['abandon']>>, Refused>;

/** What came of an act: an outcome with its code, 202 while nobody knows what came of it, or a problem. */
function told(c: Context<Env>, outcome: Outcome): Response | Promise<Response> {
  if (outcome.outcome === 'refused') return problem(c, problemOfAct(outcome));
  const json = 'verdict' in outcome ? { ...outcome, verdict: verdictJson(outcome.verdict) } : outcome;
  return c.json(json, outcome.outcome === 'unknown' ? 202 : 200);
}

function nothing(detail: string) {
  return { status: 404, code: 'request/not-found', detail } as const;
}
