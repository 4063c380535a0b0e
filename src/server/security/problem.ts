import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Env } from '../env.ts';
import { problemPage } from './problem-page.ts';

/** An answer that is no success, as RFC 9457 has it; `code` is stable, and what programs match on. */
export interface Problem {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** One sentence for a person: what is wrong and what to do. */
  readonly detail: string;
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean;
  /** Further members: findings, the recorded answer. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read',
  401: 'Nobody is signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not this method',
  411: 'How long it is has to be said',
  409: 'Something else is recorded',
  413: 'Too long',
  415: 'Not this media type',
  422: 'Refused',
  429: 'Too many requests',
  500: 'A fault of this program',
  503: 'Not now',
};

/** Whether the answer is for a program, a page's own script too: then it is a problem document, else a page. */
function isForPrograms(c: Context<Env>): boolean {
  if (/^\/(?:api|events|health|ready)(?:\/|$)/.test(c.req.path)) return true;
  return /^application\/json(?:;|$)/i.test(c.req.header('content-type') ?? '');
}

/** Tells a problem in the form that its reader takes. */
export function problem(c: Context<Env>, told: Problem): Response | Promise<Response> {
  c.set('code', told.code);
  return isForPrograms(c) ? problemDocument(c, told) : problemPage(c, told, titleOf(told.status));
}

function problemDocument(
  c: Context<Env>,
  { status, code, detail, retryable = false, more = {} }: Problem,
): Response {
  const body = {
    type: `urn:hearback:${code}`,
    title: titleOf(status),
    status,
    detail,
    code,
    retryable,
    ...more,
  };
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}

function titleOf(status: number): string {
  return titles[status] ?? 'Problem';
}
