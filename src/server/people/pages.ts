import type { PrincipalView } from '../../ledger/principals/principals.ts';
import { button, facts, type Html, html, notice, shownText, when } from '../layout/index.ts';
import type { Session } from './sessions.ts';

/** The body of the page where a passkey is used or made; its script finds `options` in it. */
export function passkeyBody(words: { readonly lead: Html; readonly press: string }, options: object): Html {
  return html`${words.lead}
<div class="passkey" data-options="${JSON.stringify(options)}">
<button type="button" class="button" data-passkey hidden>${words.press}</button>
<p role="alert" data-told></p>
</div>
<noscript><p>A passkey needs this page’s script: let scripts of this address run, here alone.</p></noscript>`;
}

/** The lead of the sign-in page; its script shows the first sentence to whoever has just made a passkey. */
export const signInLead: Html = html`<p role="status"><strong data-made hidden>Your passkey is made. Sign in with it.</strong></p>
<p>Your device will ask for your fingerprint, your face or its PIN. Nobody who has only
an agent’s key, or only this browser, gets in.</p>`;

/** The lead of the page where somebody asks for a further passkey. */
export const anotherLead: Html = html`<p>First show with a passkey that you have that it is you who asks. Then a link opens that
holds once, for ten minutes: make the passkey there on this device, or open the link on another one.</p>`;

/** The lead of the page that a one-time link opens. */
export function enrolLead(person: string, until: number): Html {
  return html`<p>You are about to make the passkey of ${shownText(person)}. It stays on your device; this server keeps its
public half.</p>
<p>The link holds once, until ${when(until)}.</p>`;
}

/** What a link says that holds no more. */
export const linkIsOver: Html = notice(
  'warn',
  'This link holds no more',
  html`<p>It was used, its time is over, or it was never one. Whoever runs the server makes another with
<code>hearback person add</code>.</p>`,
  { alert: true },
);

/** Whose session it is, with what it can be ended. */
export function accountBody(
  { person, passkey, openedAt, until }: Session,
  view: PrincipalView | null,
  fields: Html | Promise<Html>,
): Html {
  return html`${facts([
    ['Signed in as', shownText(person)],
    ['Since', when(openedAt)],
    ['Until, at the latest', when(until)],
    ['Conversations', view?.conversations?.map((name) => shownText(name)).join(', ') ?? 'all'],
  ])}
<h2>Passkeys</h2>
<ul>${(view?.passkeys ?? []).map(
    (one) =>
      html`<li>${shownText(one.id)}${one.id === passkey ? ' (this session)' : ''}, made ${when(one.added)}${one.copied ? ', may be copied to your other devices' : ''}${one.revoked === null ? '' : ', revoked'}</li>`,
  )}</ul>
<p><a href="/account/passkey">Add another passkey</a>, so that you are not locked out with a lost device.</p>
<form method="post" action="/sign-out">${fields}${button('Sign out')}</form>`;
}
