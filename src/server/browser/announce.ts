// What is said beside the page: read aloud when nothing else is, and never in the way of what somebody does.

const place = document.querySelector<HTMLElement>('[data-announce]');
let timer = 0;

/** How long a message that asks for nothing stays, in milliseconds. */
const stays = 6_000;

/** Says something for a while. */
export function say(text: string): void {
  show(paragraph(text));
  timer = window.setTimeout(() => place?.replaceChildren(), stays);
}

/** Says something and offers to act on it; it stays until it is taken or something else is said. */
export function offer(text: string, action: string, act: () => void): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = action;
  button.addEventListener('click', () => {
    place?.replaceChildren();
    act();
  });
  show(paragraph(text), button);
}

function show(...parts: readonly HTMLElement[]): void {
  window.clearTimeout(timer);
  const said = document.createElement('div');
  said.className = 'live-said';
  said.append(...parts);
  place?.replaceChildren(said);
}

function paragraph(text: string): HTMLElement {
  const said = document.createElement('span');
  said.textContent = text;
  return said;
}
