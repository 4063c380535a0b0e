/** What every script that talks to the passkey needs: bytes as base64url, and one place for what went wrong. */

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const padded = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(padded), (character) => character.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Sends what the passkey made, and goes on to where the server says, after `before`; tells what went wrong in the page
 * otherwise.
 */
export async function send(
  path: string,
  body: unknown,
  before: (to: string) => void = () => undefined,
): Promise<void> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const told = (await answer.json()) as { readonly to?: string; readonly detail?: string };
  if (answer.ok && told.to !== undefined) {
    before(told.to);
    location.assign(told.to);
  } else tell(told.detail ?? 'It did not work. Load the page again.');
}

/** Where a tab remembers that a passkey was made in it, until it is said. */
export const madeHere = 'hearback passkey made';

/** Runs `work` when the button of the page is pressed; a second press while it runs does nothing. */
export function onPress(work: () => Promise<void>): void {
  const button = document.querySelector('button[data-passkey]');
  if (!(button instanceof HTMLButtonElement)) return;
  if (!('credentials' in navigator)) return tell('This browser has no passkeys.');
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    tell('');
    try {
      await work();
    } catch (error) {
      tell(whatFailed(error));
    }
    button.disabled = false;
  });
}

function whatFailed(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'No passkey was used: it was cancelled, or took too long. Try again.';
  if (name === 'InvalidStateError') return 'This device holds a passkey of yours already.';
  return 'The passkey could not be used in this browser.';
}

function tell(text: string): void {
  const place = document.querySelector('[data-told]');
  if (place !== null) place.textContent = text;
}

/** What the server wrote into the page for its script. */
export function dataOf<T>(): T {
  const place = document.querySelector('[data-options]');
  return JSON.parse(place?.getAttribute('data-options') ?? 'null') as T;
}
