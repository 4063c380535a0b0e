import type { AnyMessage, Read } from 'hearback';

/** The message that code has composed. Throws where a value makes it none: the story's own fault. */
export function composed({ message, diagnostics }: Read): AnyMessage {
  if (message === null) throw new Error(diagnostics[0]?.message ?? 'nothing was composed');
  return message;
}
