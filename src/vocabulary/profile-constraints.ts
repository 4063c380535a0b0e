import { memberPath } from '../text/json.ts';
import type { CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import { refersTo } from './profile-known.ts';

const core: CoreData = coreData;

/** Tells criteria keys that are the core's, and aliases of keys that are not there or that mean two things (6.2). */
export function checkConstraints(
  { constraints: { keys = {}, aliases = {} } = {} }: ProfileData,
  tell: Tell,
): void {
  const coreKeys = core.constraints.keys ?? {};
  for (const key of Object.keys(keys)) {
    if (!Object.hasOwn(coreKeys, key)) continue;
    tell(
      'profile/redefines',
      memberPath('$.constraints.keys', key),
      { kind: 'constraint key', name: key },
      'key',
    );
  }
  const known = new Set([...Object.keys(coreKeys), ...Object.keys(keys)]);
  for (const [key, forms] of Object.entries(aliases)) {
    const path = memberPath('$.constraints.aliases', key);
    if (refersTo('a constraint key', known, { name: key, path, part: 'key' }, tell))
      checkAliases(key, forms, path, tell);
  }
}

/** A written form stands for one thing, which is itself no written form of another: aliases are followed once. */
function checkAliases(
  key: string,
  forms: Readonly<Record<string, readonly string[]>>,
  path: string,
  tell: Tell,
): void {
  const coreForms = Object.entries(core.constraints.aliases?.[key] ?? {});
  const coreMeanings = new Set(coreForms.map(([meaning]) => meaning));
  const coreWritten = new Set(coreForms.flatMap(([, written]) => written));
  const seen = new Set(Object.keys(forms));
  for (const [meaning, written] of Object.entries(forms)) {
    const own = memberPath(path, meaning);
    if (coreWritten.has(meaning)) tell('profile/redefines', own, { kind: 'alias', name: meaning }, 'key');
    for (const [index, form] of written.entries()) {
      const at = memberPath(own, index);
      if (coreWritten.has(form) || coreMeanings.has(form))
        tell('profile/redefines', at, { kind: 'alias', name: form });
      else if (seen.has(form)) tell('profile/twice', at, { kind: 'alias', name: form });
      seen.add(form);
    }
  }
}
