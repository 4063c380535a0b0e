import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { playedKim, you } from './cast/kim.ts';
import { play } from './play.ts';
import { setStage, strike } from './stage.ts';
import { Story } from './story.ts';

// A deploy by two agents and a person: node run.ts [house] [--work folder] [--yourself]
// The exit code is the verdict: 0 when every point of the story holds.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { work: { type: 'string' }, yourself: { type: 'boolean', default: false } },
});
const folder = resolve(positionals[0] ?? fileURLToPath(new URL('house', import.meta.url)));
const place = values.work ?? mkdtempSync(join(tmpdir(), 'deploy-'));

const story = new Story((text) => console.log(text));
const stage = await setStage({ folder, place, kim: values.yourself ? you : playedKim(), story });
await play(stage);
await strike(stage);
process.exitCode = story.ends() ? 0 : 1;
console.log(`  The ledger: npx hearback thread --ledger ${join(place, 'deploy.ledger')}\n`);
