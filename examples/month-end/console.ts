import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createActTool } from 'hearback/act';
import { startServer } from 'hearback/server';
import { play } from './play/play.ts';
import { said } from './play/said.ts';
import { setStage } from './play/stage.ts';
import { readDocuments } from './read/documents.ts';
import { readFolder } from './read/folder.ts';

// The month-end with its principal on the console: node console.ts [folder] [--work folder] [--port N]
// The agents play until somebody has to decide, and go on by themselves once that is answered. Ends at Ctrl-C.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { work: { type: 'string' }, port: { type: 'string', default: '8417' } },
});
const folder = readFolder(resolve(positionals[0] ?? fileURLToPath(new URL('october', import.meta.url))));
const work = values.work ?? mkdtempSync(join(tmpdir(), 'month-end-'));
mkdirSync(work, { recursive: true });
const person = 'ines.farrow';

const stage = setStage(folder, work, { isAway: true });
const { ledger, store, clock, records } = stage;
await play(stage);
clock.run();

const server = await startServer({
  ...{ ledger, store, clock: () => clock.now() },
  place: { hosts: ['127.0.0.1', '::1'], port: Number(values.port) },
  settings: {
    actTool: async (handle) => createActTool({ ledger: handle }),
    records: () => async (handoff) => records(handoff),
    documents: await readDocuments(folder.path),
  },
});
const { origin } = server.parts.settings;
const { secret } = await ledger.people.invite({ person, life: 24 * 60 * 60 * 1_000, by: 'console.ts' });
console.log(`The month-end was played as far as it goes without ${folder.policy.principal}.

  Make a passkey, once:   ${origin}/enrol/${secret}
  What waits for you:     ${origin}/

Its clock stands at the month-end, so the link and the pages say October 2026. The agents go on when you have
answered. Ctrl-C ends it; what was decided stays in ${work}.`);

const answered = setInterval(goOn, 1_000);
let isPlaying = false;
let heard = await answers();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);

/** Plays on once somebody has answered: each step asks the ledger how things stand. */
async function goOn(): Promise<void> {
  if (isPlaying) return;
  isPlaying = true;
  const now = await answers();
  if (now > heard) {
    await play(stage);
    heard = now;
  }
  isPlaying = false;
}

async function answers(): Promise<number> {
  const lines = await said(stage.hands.human);
  return lines.filter(({ message: { type, from } }) => type === 'AN' && from === 'human').length;
}

async function end(): Promise<void> {
  clearInterval(answered);
  await server.close();
  await ledger.close();
  stage.book.close();
}
