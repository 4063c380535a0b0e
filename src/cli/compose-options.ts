import { idsShownBy } from '../compose/next-id.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { linesOf } from '../text/lines.ts';
import { shown } from '../text/shown.ts';
import { bytesOfPath, readLine } from './input.ts';
import type { Call, Option } from './verb.ts';

/** Options of the verbs that compose a line. */
export const composeOptions = {
  set: { value: 'SLOT=VALUE', about: 'a slot of the line, as it is to stand there', isMany: true },
  tail: { value: 'TEXT', about: 'free text behind //, for a reader' },
  thread: { value: 'FILE', about: 'the conversation so far, so that the id is a new one' },
} as const;
composeOptions satisfies Readonly<Record<string, Option>>;

/** What these options amount to, for a composer. */
export async function readComposeOptions(call: Call): Promise<{
  readonly set: Readonly<Record<string, string>>;
  readonly used: readonly string[];
  readonly tail?: string;
}> {
  const tail = call.options.value('tail');
  return {
    set: readSet(call.options.values('set')),
    used: await idsIn(call, call.options.value('thread')),
    ...(tail === undefined ? {} : { tail }),
  };
}

function readSet(given: readonly string[]): Readonly<Record<string, string>> {
  const set = new Map<string, string>();
  for (const text of given) {
    const equals = text.indexOf('=');
    if (equals <= 0) throw new UsageError('usage/set', `--set ${shown(text)} is not SLOT=VALUE`);
    const slot = text.slice(0, equals);
    if (set.has(slot)) throw new UsageError('usage/set', `--set gives ${shown(slot)} twice`);
    set.set(slot, text.slice(equals + 1));
  }
  return Object.fromEntries(set);
}

/** The ids of a conversation, those of refused lines and those that lines only name included. */
async function idsIn(call: Call, file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  const lines = linesOf(await bytesOfPath(call, file));
  return lines.flatMap((line) => idsShownBy(readLine(call, line)));
}
