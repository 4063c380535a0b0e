import { getPath } from 'hono/utils/url';

/** Where a question is, and what is sent to it. */
export function questionPath(conversation: string, id: string, act: '' | 'answer' | 'confirm' = ''): string {
  return pathOf('questions', conversation, id, ...(act === '' ? [] : [act]));
}

/** A path of these parts, whatever a conversation is called. */
export function pathOf(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** The path as a request for it has it: a form's token is of that. */
export function requestPath(path: string): string {
  return getPath({ url: `http://console${path}` } as Request);
}
