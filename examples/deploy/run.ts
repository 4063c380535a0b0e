import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { play } from './play.ts';
import { setStage, strike } from './stage.ts';
import { Story } from './story.ts';

// A deploy by two agents and a person: node run.ts [house] [--work folder]
// The exit code is the verdict: 0 when every point of the story holds.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { work: { type: 'string' } } });
const house = resolve(positionals[0] ?? fileURLToPath(new URL('house', import.meta.url)));
const work = values.work ?? mkdtempSync(join(tmpdir(), 'deploy-'));

const story = new Story((text) => console.log(text));
const stage = await setStage(house, work, story);
story.says('release', 'hands acts over and confirms them; its key may read, send and confirm');
story.says('operator', 'reads them back and runs them; its key may read, send, prepare and commit');
story.says('kim', `is a person, and decides on the console at ${stage.console.origin}`);
await play(stage);
await strike(stage);
process.exitCode = story.ends() ? 0 : 1;
console.log(`  The ledger: npx hearback thread --ledger ${join(work, 'deploy.ledger')}\n`);
