import type { EntryBody } from './entry.ts';
import type { Wanted } from './store.ts';

/** What a step has to see in order to fold entries: every message, handoff and statement that they name. */
export function namedIn(bodies: Iterable<EntryBody>): Wanted {
  const ids = new Set<string>();
  const tokens = new Set<string>();
  const agents = new Set<string>();
  const look = ({ message, facts }: EntryBody): void => {
    for (const key of ['id', 're'] as const) {
      const id = message?.[key];
      if (typeof id === 'string') ids.add(id);
    }
    if (typeof message?.['from'] === 'string') agents.add(message['from']);
    for (const fact of facts) {
      if ('handoff' in fact) ids.add(fact.handoff);
      if ('message' in fact) ids.add(fact.message);
      if ('token' in fact) tokens.add(fact.token);
      if (fact.fact === 'redacted') look(JSON.parse(fact.remains) as EntryBody);
    }
  };
  for (const body of bodies) look(body);
  return { ids: [...ids], tokens: [...tokens], agents: [...agents] };
}
