import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { play } from './play/play.ts';
import { setStage } from './play/stage.ts';
import { type Folder, readFolder } from './read/folder.ts';
import { paintFor } from './report/layout.ts';
import { reportOf } from './report/report.ts';
import { storyOf } from './report/story.ts';

// A month-end of accounts payable: node run.ts [folder] [--work folder]
// The exit code is the verdict: 0 when everything is as it should be, 2 when the folder cannot be played.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { work: { type: 'string' } } });
const folder = open(resolve(positionals[0] ?? fileURLToPath(new URL('october', import.meta.url))));
const work = values.work ?? mkdtempSync(join(tmpdir(), 'month-end-'));
mkdirSync(work, { recursive: true });

const stage = setStage(folder, work);
await play(stage);
const story = await storyOf(stage);
const { text, holds } = reportOf(story, paintFor(process.stdout, process.env));
const lines = join(work, 'month-end.rw1');
writeFileSync(lines, story.said.map(({ line }) => `${line}\n`).join(''));
await stage.ledger.close();
stage.book.close();

console.log(text);
console.log(`\n  The lines: npx hearback check-thread ${lines} --now ${stage.clock.time()}\n`);
process.exitCode = holds ? 0 : 1;

function open(path: string): Folder {
  try {
    return readFolder(path);
  } catch (error) {
    console.error(`This folder cannot be played: ${(error as Error).message}`);
    process.exit(2);
  }
}
