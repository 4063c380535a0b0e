import { Hono } from 'hono';
import { api } from './api/routes.ts';
import { assets } from './assets/routes.ts';
import type { Env, Routes, ServerParts } from './env.ts';
import { events } from './events/routes.ts';
import { health } from './health/routes.ts';
import { check } from './pages/check/routes.ts';
import { held } from './pages/held/routes.ts';
import { items } from './pages/items/routes.ts';
import { ledger } from './pages/ledger/routes.ts';
import { overrides } from './pages/overrides/routes.ts';
import { questions } from './pages/questions/routes.ts';
import { runs } from './pages/runs/routes.ts';
import { statements } from './pages/statements/routes.ts';
import { threads } from './pages/threads/routes.ts';
import { totals } from './pages/totals/routes.ts';
import { unknown } from './pages/unknown/routes.ts';
import { people } from './people/routes.ts';
import { access } from './security/access.ts';
import { addressOf } from './security/address.ts';
import { bodyLength } from './security/body-length.ts';
import { fault } from './security/fault.ts';
import { guards } from './security/guards.ts';
import { head } from './security/head.ts';
import { headers } from './security/headers.ts';
import { allowedBy } from './security/hosts.ts';
import { Limits, limited } from './security/limits.ts';
import { problem } from './security/problem.ts';
import { formTokens, sessionOf, signedIn } from './security/signed-in.ts';

/** The parts of the server, each with its routes; add yours here. What nobody may see without a session is behind it by then. */
const routes: readonly Routes[] = [
  assets,
  health,
  api,
  events,
  people,
  questions,
  statements,
  unknown,
  held,
  runs,
  threads,
  ledger,
  check,
  items,
  totals,
  overrides,
];

/** The server as one function of a request: security first, then the routes of every part. */
export function createApp(parts: ServerParts): Hono<Env> {
  const { settings, clock, log } = parts;
  const limits = new Limits(settings.limits, clock);
  const app = new Hono<Env>();
  app.use(access(log));
  app.use(head());
  app.use(headers({ secure: settings.origin.startsWith('https:') }));
  app.use(guards(allowedBy(settings)));
  app.use(bodyLength());
  app.use(sessionOf(parts));
  const posts = limited(limits, 'post', (c) => c.get('person') ?? addressOf(c, settings));
  // programs have a limit of their own, a principal
  app.post('*', (c, next) => (c.req.path.startsWith('/api/') ? next() : posts(c, next)));
  app.use(signedIn(parts));
  app.use(formTokens(parts));
  for (const part of routes) app.route('/', part(parts));
  app.notFound((c) => problem(c, notFound));
  app.onError((error, c) => fault(error, c, log));
  return app;
}

const notFound = { status: 404, code: 'refused/not-found', detail: 'there is nothing here' } as const;
