import { unlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { escaped } from '../../text/shown.ts';
import { writeInto, writeNew } from '../private-file.ts';
import type { Call, Option } from '../verb.ts';
import { tell } from './tell.ts';

/** Options of the verbs that make a key, and of those that write who did. */
export const newKeyOptions = {
  'key-file': {
    value: 'FILE',
    about: 'write the key there, for its owner alone to read; the file must not be there yet',
  },
} as const;
newKeyOptions satisfies Readonly<Record<string, Option>>;
export const byOption = {
  by: { value: 'NAME', about: 'who does this, as its entry names; the user of this machine unless given' },
} as const;
byOption satisfies Readonly<Record<string, Option>>;

/** Who does this: --by, else the user of this process. */
export function writerOf({ options }: Call): string {
  const by = options.value('by');
  if (by !== undefined) return by;
  try {
    return userInfo().username;
  } catch {
    return 'operator'; // a user without a name, as containers have
  }
}

/** Where a new key goes: nothing stands there yet, so that no key is written over. Throws UsageError before one is made. */
export async function keepKey(
  call: Call,
  principal: string,
  make: () => Promise<{ readonly key: string }>,
): Promise<void> {
  const file = call.options.value('key-file');
  if (file === undefined) {
    const { key } = await make();
    const text = `the key of ${escaped(principal)}; it is shown this once`;
    return tell(call, { json: { principal, key }, line: key, text });
  }
  writeNew(file, '');
  const { key } = await make().catch((error: unknown) => {
    unlinkSync(file);
    throw error;
  });
  writeInto(file, `${key}\n`);
  tell(call, {
    json: { principal, keyFile: file },
    text: `the key of ${escaped(principal)} is in ${escaped(file)}`,
  });
}
