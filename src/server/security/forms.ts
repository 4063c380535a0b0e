import { createHmac, timingSafeEqual } from 'node:crypto';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Session } from '../people/sessions.ts';

/** A form that a page sent, after its token held. */
export interface Submitted {
  /** Digest of what was shown when the form was made: the route compares it with what is there now. */
  readonly digest: string;
  /** Every field but the two of the token; of several with one name, the last one. */
  readonly values: ReadonlyMap<string, string>;
  /** Every value of a field, in order. */
  readonly all: (name: string) => readonly string[];
}

/** Tokens of forms: each is good for one session, one path and one digest, and holds on every server of a ledger. */
export interface Forms {
  /** The token of a form that posts to `path`, which names what it is about, made when `digest` was shown. */
  make(session: Session, path: string, digest: string): string;
  check(session: Session, path: string, digest: string, token: string): boolean;
  /** The hidden fields that every form carries. */
  fields(session: Session, path: string, digest: string): HtmlEscapedString | Promise<HtmlEscapedString>;
}

/** Names of the hidden fields. */
export const formFields = { token: '_form', digest: '_digest' } as const;

/** Tokens are keyed by the session's secret: nobody without it makes one, and no server has to remember them. */
export function createForms(): Forms {
  const make = (session: Session, path: string, digest: string): string =>
    macOf(session, path, digest).toString('base64url');
  return {
    make,
    check: (session, path, digest, token) => {
      const given = Buffer.from(token, 'base64url');
      const right = macOf(session, path, digest);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    fields: (session, path, digest) =>
      html`<input type="hidden" name="${formFields.token}" value="${make(session, path, digest)}"><input type="hidden" name="${formFields.digest}" value="${digest}">`,
  };
}

function macOf({ secret }: Session, path: string, digest: string): Buffer {
  // as JSON, so that no path and digest read as another pair
  const text = JSON.stringify(['hearback form 1', path, digest]);
  return createHmac('sha256', secret).update(text, 'utf8').digest();
}

/** The fields of a form's body, without those of its token. */
export function submittedOf(fields: URLSearchParams): { readonly token: string; readonly form: Submitted } {
  const own: readonly string[] = Object.values(formFields);
  const values = new Map([...fields].filter(([name]) => !own.includes(name)));
  return {
    token: fields.get(formFields.token) ?? '',
    form: {
      digest: fields.get(formFields.digest) ?? '',
      values,
      all: (name) => (own.includes(name) ? [] : fields.getAll(name)),
    },
  };
}
