import type { PrincipalView } from '../../ledger/principals/principals.ts';
import { escaped } from '../../text/shown.ts';
import { momentText } from './plain.ts';

/** A principal with its keys, by their public ids. */
export function principalText({
  principal,
  agents,
  conversations,
  person,
  revoked,
  keys,
}: PrincipalView): string {
  const head = [
    escaped(principal),
    `speaks as ${agents.join(', ')}`,
    conversations === null ? 'everywhere' : `in ${conversations.map(escaped).join(', ')}`,
    ...(person ? ['a person'] : []),
    ...(revoked === null ? [] : [`revoked ${momentText(revoked.at)} by ${escaped(revoked.by)}`]),
  ];
  const rows = keys.map(
    ({ id, made, revoked: end }) =>
      `  key ${id}  made ${momentText(made)}${end === null ? '' : `, revoked ${momentText(end)}`}`,
  );
  return [head.join('  '), ...rows].join('\n');
}
