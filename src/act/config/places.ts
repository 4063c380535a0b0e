import { memberPath } from '../../text/json.ts';
import { type ConfigAt, faultAt } from './checked.ts';

type Members = Readonly<Record<string, unknown>>;

/** Throws UsageError for a secret that is kept in no place, or in two; the form has seen that each is an object. */
export function assertPlaces(members: Members, at: ConfigAt): void {
  const { path = '$' } = at;
  for (const name of ['secrets', 'credentials']) {
    const own = memberPath(path, name);
    for (const [key, place] of Object.entries((members[name] ?? {}) as Members))
      assertPlace(place as Members, memberPath(own, key), at);
  }
  const callback = members['callback'] as { readonly secret: Members } | undefined;
  if (callback !== undefined)
    assertPlace(callback.secret, memberPath(memberPath(path, 'callback'), 'secret'), at);
}

/** The same of one secret. */
export function assertPlace({ environment, file }: Members, path: string, at: ConfigAt): void {
  if ((environment === undefined) === (file === undefined))
    throw faultAt(path, 'a secret is named by environment or by file, one of the two', at);
}
