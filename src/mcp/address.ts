import type { McpParts } from './parts.ts';

/** Where a person answers a question of a conversation; null without a console. */
export function addressOf(
  { parts: { console } }: { readonly parts: Pick<McpParts, 'console'> },
  conversation: string,
  id: string,
): string | null {
  if (console === null) return null;
  return `${console.replace(/\/$/, '')}/questions/${encodeURIComponent(conversation)}/${encodeURIComponent(id)}`;
}
