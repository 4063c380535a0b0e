import type { Context } from 'hono';
import type { Env } from '../env.ts';
import { html, page } from '../layout/index.ts';
import type { PageOptions } from '../layout/page.ts';
import type { Problem } from './problem.ts';

/** A problem as a page: what is wrong and what to do, with the code that programs and the log have. */
export function problemPage(
  c: Context<Env>,
  { status, code, detail }: Problem,
  title: string,
): Response | Promise<Response> {
  const body = html`<p>${detail}.</p>
<p class="quiet">${code}</p>
<p><a href="/">Go to the questions</a></p>`;
  return page(c, { title, body, status: status as NonNullable<PageOptions['status']> });
}
