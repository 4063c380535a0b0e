import type { EvidenceRule, ProfileData } from './profile-data.ts';
import type { Tell } from './profile-diff.ts';

/** What is not looked for any more is a guard that is gone; what else says how a source is read is told as wording. */
export function diffEvidence(
  { evidence: before }: ProfileData,
  { evidence: after }: ProfileData,
  tell: Tell,
): void {
  if (before === undefined) return;
  if (after === undefined) return tell('loosened', '$.evidence', 'no source is looked into any more');
  if (before.pointer !== after.pointer)
    tell('breaking', '$.evidence.pointer', `${before.pointer} pointed at sources, and ${after.pointer} does`);
  if (before.quote === true && after.quote !== true)
    tell('loosened', '$.evidence.quote', 'the tail is no quotation any more');
  for (const slot of after.free ?? []) {
    if (before.free?.includes(slot) !== true)
      tell('loosened', '$.evidence.free', `${slot} need not be written so`);
  }
  const lists = {
    ...inLists('sought', before, after),
    ...inLists('needed', before, after),
    item: [before.item, after.item],
  };
  for (const [path, [old = [], now = []]] of Object.entries(lists)) {
    const gone = old.filter((one) => !now.includes(one));
    const more = now.filter((one) => !old.includes(one));
    if (gone.length > 0)
      tell('loosened', `$.evidence.${path}`, `${gone.join(' ')} is not asked for any more`);
    if (more.length > 0) tell('added', `$.evidence.${path}`, `check-src asks for ${more.join(' ')}`);
  }
}

type Named = Readonly<Record<string, readonly string[] | undefined>>;
type Lists = Readonly<Record<string, readonly (readonly string[] | undefined)[]>>;

function inLists(key: 'sought' | 'needed', before: EvidenceRule, after: EvidenceRule): Lists {
  const old: Named = before[key] ?? {};
  const now: Named = after[key] ?? {};
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return Object.fromEntries([...names].map((name) => [`${key}.${name}`, [old[name], now[name]]]));
}
