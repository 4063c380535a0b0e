// Shows what is new in the ledger without loading the page again: the server's events say when to look, and the content is
// what the same address answers now. Whoever types, has chosen something or stands on an element keeps it.

import { offer, say } from './announce.ts';
import { gistOf, isBusy, keepsFocus, takeOver } from './content.ts';

const main = document.querySelector<HTMLElement>('main[data-live]');
if (main !== null) follow(main, main.dataset['live'] ?? '');

/** How long events are gathered before the page is looked at again, in milliseconds. */
const pause = 400;

function follow(content: HTMLElement, address: string): void {
  let gist = gistOf(content);
  let timer = 0;
  const source = new EventSource(address);
  // what came between the page and its stream, or while the stream was away, is told by no event
  source.addEventListener('open', later);
  source.addEventListener('message', later);
  source.addEventListener('entry', later);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) say('This page is not live any more. Load it again.');
  });

  function later(): void {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, pause);
  }

  async function look(): Promise<void> {
    const fresh = await load(location.href);
    const next = fresh?.querySelector<HTMLElement>('main') ?? null;
    if (next === null || gistOf(next) === gist) return;
    if (isBusy(content) || !keepsFocus(content, next))
      return offer('There is something new here.', 'Show it', () => show(next));
    show(next);
  }

  function show(next: HTMLElement): void {
    gist = gistOf(next);
    takeOver(content, next);
    const lead = content.querySelector('.lead')?.textContent?.trim() ?? '';
    say(`Updated. ${lead}`.trim());
    document.dispatchEvent(new CustomEvent('hearback:shown'));
  }
}

/** A page as a document in which nothing runs; null when it cannot be had, as after a session's end. */
function load(address: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null));
    request.send();
  });
}
