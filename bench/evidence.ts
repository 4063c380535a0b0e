import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import fc from 'fast-check';
import { parse } from 'hearback';
import { checkSources, readInbox, sourcesOf } from 'hearback/evidence';
import { written } from '../test/support/invoices.ts';

// What check-src costs beside plain reading of the same bytes (UTF-8 to text, and each line looked at once), in one run:
// node bench/evidence.ts [documents]

const count = Number(process.argv[2] ?? 2_000);
const documents = fc.sample(written, { numRuns: count, seed: 1 });
const mbox = documents
  .map(
    ({ text }, index) =>
      `From a@x Thu Oct  1 08:12:44 2026\nSubject: Invoice ${index + 1}\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`,
  )
  .join('\n');
const bytes = new TextEncoder().encode(mbox);
const lines = documents.map(({ line }, index) =>
  parse(
    line.replace('extractor-1 ', `extractor-${index + 1} `).replace('src=email:1', `src=email:${index + 1}`),
  ),
);

/** Plain reading: the least that anything that looks at the documents has to do. */
function readPlainly(): number {
  let longest = 0;
  for (const line of new TextDecoder().decode(bytes).split('\n'))
    longest = Math.max(longest, line.trim().length);
  return longest;
}

async function readMails(): Promise<Awaited<ReturnType<typeof readInbox>>> {
  return readInbox([{ name: 'inbox.mbox', bytes }]);
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const { sources } = await readMails();
const times = { plain: [] as number[], mails: [] as number[], check: [] as number[] };
for (let round = 0; round < 9; round++) {
  times.plain.push(await timed(readPlainly));
  times.mails.push(await timed(readMails));
  times.check.push(
    await timed(() => {
      const { passes } = checkSources({ lines, sources: sourcesOf(sources) });
      if (!passes) throw new Error('a line made from its document does not pass');
    }),
  );
}
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number;
const [plain, mails, check] = [median(times.plain), median(times.mails), median(times.check)];
const row = (what: string, time: number): string =>
  `| ${what} | ${time.toFixed(1)} ms | ${(time / plain).toFixed(1)} x | ${Math.round(count / (time / 1_000)).toLocaleString('en')} |`;
const table = [
  '# What check-src costs',
  '',
  `${count.toLocaleString('en')} mails, ${(bytes.length / 1e6).toFixed(1)} MB, one line and eight values each; medians of nine interleaved rounds on ${cpus()[0]?.model.trim()}, Node ${process.version}, ${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(0)}. Made by \`npm run bench:evidence\`.`,
  '',
  '| | time | beside plain reading | documents a second |',
  '|---|---|---|---|',
  row('plain reading: UTF-8, split into lines, each trimmed', plain),
  row('mails taken apart', mails),
  row('check-src: every value of every line looked for', check),
  '',
].join('\n');
writeFileSync(new URL('EVIDENCE.md', import.meta.url), table);
console.log(table);
