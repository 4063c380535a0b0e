import type { Store } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import type { ServerSettings } from '../../src/server/env.ts';
import { openConsole, type Reader, type TestConsole } from './console.ts';
import { at, HO0, record } from './ledger/lines.ts';
import { type Office, officeAt } from './ledger/office.ts';

export const AQ0 =
  'RW1 AQ payer-3 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD by=20261002 // account differs from the one on file';

/** A console with the people and machines of the scenarios at its ledger. */
export interface Deciding {
  readonly console: TestConsole;
  readonly office: Office;
  readonly okafor: Reader;
  readonly reyes: Reader;
}

/** Opens a console over a ledger where HO0 may be asked about, with two people signed in. */
export async function deciding(
  settings: Partial<ServerSettings> = {},
  store: Store = openMemory(),
): Promise<Deciding> {
  const console = openConsole({
    store,
    now: at('14:00:00'),
    settings: { limits: { post: 10_000 }, ...settings },
  });
  const office = officeAt(store, { clock: () => console.now });
  return {
    console,
    office,
    okafor: await console.signIn('m.okafor'),
    reyes: await console.signIn('j.reyes'),
  };
}

/** HO0 is sent, and AQ0 asked about it. */
export async function askAboutHO0({ scheduler, payer }: Office): Promise<void> {
  await scheduler.send(HO0, { record });
  await payer.send(AQ0);
}

/** Both steps of an answer, as somebody without scripts takes them. */
export async function answers(
  reader: Reader,
  question: string,
  val: string,
  { typed, html }: { readonly typed?: string; readonly html?: string } = {},
): Promise<Response> {
  const path = `/questions/main/${question}`;
  const page = html ?? (await reader.read(path));
  const step = await reader.submit(page, `${path}/answer`, { val });
  if (step.status !== 200) return step;
  const confirmation = await step.text();
  return reader.submit(confirmation, `${path}/confirm`, { val, ...(typed === undefined ? {} : { typed }) });
}

/** What a reader reads of a page, without its frame. */
export function mainText(html: string): string {
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
}
