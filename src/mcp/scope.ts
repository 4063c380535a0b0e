import { UsageError } from '../diagnostic/usage-error.ts';
import { shown } from '../text/shown.ts';

/** What a principal may have the tools do (T15); each tool needs one, and `send` another where it confirms. */
export const scopes = {
  read: 'look, check and compose: nothing changes',
  send: 'write lines, ask, and take handoffs back',
  prepare: 'freeze a call under a token, and discard it',
  confirm: 'answer readbacks and questions, which lets acts run',
  commit: 'run what was confirmed',
} as const;

export type Scope = keyof typeof scopes;

/** What a principal may do here. */
export type ScopeOf = (principal: string) => ReadonlySet<Scope>;

const all = Object.keys(scopes) as readonly Scope[];

/** Every scope, for every principal. */
export const everything: ScopeOf = () => new Set(all);

/**
 * Scopes from words such as `read,send` and `treasury=read,prepare,commit`: those of a principal, else those of nobody in
 * particular; where only principals are named, the others may do nothing. Throws UsageError for a scope that is none.
 */
export function scopesOf(words: readonly string[]): ScopeOf {
  if (words.length === 0) return everything;
  const named = new Map<string, Set<Scope>>();
  for (const word of words) {
    const equals = word.lastIndexOf('=');
    const principal = equals < 0 ? '' : word.slice(0, equals);
    const given = named.get(principal) ?? new Set();
    for (const one of word.slice(equals + 1).split(',')) given.add(scopeIn(one));
    named.set(principal, given);
  }
  return (principal) => named.get(principal) ?? named.get('') ?? new Set();
}

function scopeIn(word: string): Scope {
  const found = all.find((one) => one === word);
  if (found !== undefined) return found;
  throw new UsageError('usage/scope', `${shown(word)} is no scope: ${all.join(', ')}`);
}
