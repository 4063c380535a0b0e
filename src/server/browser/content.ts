// The content of a page as it stands, and as it would be now.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a content says, without what differs each time it is made: form tokens, ages, the reader's own time. */
export function gistOf(content: HTMLElement): string {
  const copy = content.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('input[type="hidden"]')) hidden.remove();
  for (const passing of copy.querySelectorAll('.age, .local')) passing.remove();
  for (const time of copy.querySelectorAll('time')) time.removeAttribute('data-local');
  return copy.innerHTML;
}

/** Whether somebody is in the middle of something in it: typing, choosing, marking text. */
export function isBusy(content: HTMLElement): boolean {
  const at = document.activeElement;
  if (at !== content && content.contains(at) && at?.matches('input, textarea, select, button')) return true;
  const marked = document.getSelection();
  if (marked !== null && !marked.isCollapsed && content.contains(marked.anchorNode)) return true;
  return [...content.querySelectorAll<Field>('input, textarea, select')].some(isChanged);
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    // where the page marks none, the first one stands chosen
    const marked = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, marked);
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.type !== 'hidden' && field.value !== field.defaultValue;
}

/** Whether the element that has the focus is in the new content too, or the focus is elsewhere. */
export function keepsFocus(content: HTMLElement, next: HTMLElement): boolean {
  const at = focusedIn(content);
  return at === null || sameIn(next, at) !== null;
}

/** Puts the new content in the place of the old one; focus and opened details stay where they were. */
export function takeOver(content: HTMLElement, next: HTMLElement): void {
  const at = focusedIn(content);
  const opened = [...content.querySelectorAll('details[open] > summary')].map(
    ({ textContent }) => textContent,
  );
  content.replaceChildren(...[...next.childNodes].map((node) => document.importNode(node, true)));
  for (const details of content.querySelectorAll('details'))
    if (opened.includes(details.querySelector('summary')?.textContent ?? '')) details.open = true;
  if (at !== null) sameIn(content, at)?.focus({ preventScroll: true });
}

function focusedIn(content: HTMLElement): HTMLElement | null {
  const at = document.activeElement;
  return at instanceof HTMLElement && at !== content && content.contains(at) ? at : null;
}

/** The element of another content that stands for one: of the same id, or a link to the same place. */
function sameIn(content: HTMLElement, element: HTMLElement): HTMLElement | null {
  const all = [...content.querySelectorAll<HTMLElement>(element.tagName)];
  const href = element.getAttribute('href');
  if (element.id !== '') return all.find(({ id }) => id === element.id) ?? null;
  return all.find((one) => href !== null && one.getAttribute('href') === href) ?? null;
}
