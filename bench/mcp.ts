// Measures the tools for agents and the guard, each beside the same without them in one run, and writes bench/MCP.md. Needs a
// build in dist/.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Figure, holds, machine, table } from './figures.ts';
import { guardFigures } from './mcp/guarded.ts';
import { BenchOffice } from './mcp/office.ts';
import { startFigures } from './mcp/starts.ts';
import { validateFigures } from './mcp/validate.ts';

const rounds = Number(process.env['HEARBACK_ROUNDS'] ?? 200);
const calls = 40;
const starts = Math.ceil(rounds / 10);
const load = loadavg()[0] ?? 0;
const office = await BenchOffice.open();

try {
  const text = page({
    validate: await validateFigures({ rounds, calls }),
    starting: await startFigures(office, starts),
    guarding: await guardFigures(office, { rounds, calls }),
  });
  writeFileSync(fileURLToPath(new URL('MCP.md', import.meta.url)), text);
  process.stdout.write(text);
} finally {
  await office.close();
}

function page(figures: Readonly<Record<'validate' | 'starting' | 'guarding', readonly Figure[]>>): string {
  process.exitCode = Object.values(figures).flat().every(holds) ? 0 : 1;
  return `# Results of the agents’ side

Written by \`npm run bench:mcp\`; do not edit. Ratios of one run: all that is compared takes turns, ${calls} calls at a time, for ${rounds} rounds
(${starts} for starts) after as many to warm up, and each round begins with the next of them; what they took in the same round is compared, and
the median over the rounds is told.

${machine()}; the machine was not alone (a load of ${load.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after): only the ratios say something.

## \`validate\`
The official client calls \`validate\` of \`hearback mcp\` without a ledger, with one handoff of twelve slots over stdio, and in turn a twin: a server of the same SDK,
written as its pages have it, whose \`validate\` has the same schemas of what it takes and gives, is held to them by the SDK and by the client,
and gives the same answer, word for word, without a look at the line. What is between them is what reading a line costs. The twin's \`echo\`
gives the line back, and no more.

${table(figures.validate)}
## Starts
From the start of the process to the answer of \`initialize\`, which is written at once. The guard's is the answer of the twin that it starts.

${table(figures.starting)}
## Guard
The twin's \`echo\` over stdio through a guard that lets it pass, beside the same call of the same twin straight. Each has a twin of its own, with
20 tools that act. The relay is a process that copies bytes from one side to the other and reads nothing: what it adds is the machine's, and
what a guard adds beyond it is the guard's. A policy that names no tool has the guard read the server's list for each call, since a tool may change
at any time: more than half of that time is the server's own, to write its list. Name the tools that pass, as \`guard init\` does.

${table(figures.guarding)}${unmet(Object.values(figures).flat())}`;
}

/** What was asked and is not so, and why, in words. */
function unmet(figures: readonly Figure[]): string {
  if (figures.every(holds)) return '';
  return `
## What is not met
Not met are the rows that say NO, on this machine and by these versions. A \`validate\` reads the line, judges it slot by slot, hashes its canonical
form and writes its answer twice, as text and as values, which its twin has ready. In a loop that is about 6 µs; after a wait for the next
call, on processors that others use meanwhile, the same code takes twice that, and a whole call of the twin takes little more than 50 µs.
Where several calls are under way, as a busy client has them, their answers go out in one write, which makes up for it. Nothing of the rest
is the server's own: with its answer held, hearback's server is as fast as the twin (seen by hand, with an answer kept in the handler of calls).
`;
}
