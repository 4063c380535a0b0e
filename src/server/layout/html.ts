import { html as escapedHtml } from 'hono/html';

/** Markup that is safe to send: whatever was put into it was escaped. */
export type Html = ReturnType<typeof escapedHtml>;

/** Markup from a template; every value in it is escaped, but markup that was made by this function too. */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => Html = escapedHtml;

/** Markup that says nothing. */
export const nothing: Html = html``;
