import { readFileSync } from 'node:fs';
import { builtIn, parse } from 'hearback';
import { checkSources, readDocument, sourcesOf } from 'hearback/evidence';

// Three documents, one line a statement: every quotation stands word for word where its line says, and every figure too.
// Then each line is spoiled in one way after another, and each time the check has to say so. The exit code is the verdict.

const here = (name: string): URL => new URL(name, import.meta.url);
const documents = ['cardiology', 'diabetes', 'discharge'];
const sources = sourcesOf(
  documents.flatMap((id) => readDocument(id, `${id}.txt`, readFileSync(here(`letters/${id}.txt`))).sources),
);
const lines = readFileSync(here('lines/statements.rw1'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const read = (all: readonly string[]) => all.map((line) => parse(line, { profiles: builtIn }));

const whole = checkSources({ lines: read(lines), sources });
const values = whole.lines.flatMap(({ evidence }) => evidence);
console.log(
  `${lines.length} statements over ${documents.length} documents, ${values.length} quotations and figures:`,
);
console.log(
  whole.passes ? 'all of them stand where their lines say.' : 'NOT all of them stand where their lines say.',
);

/** Ways to get a statement wrong that leave a valid line. */
const spoilings: readonly (readonly [string, (line: string) => string | null])[] = [
  ['a word of the quotation changed', (line) => line.replace(/(\/\/ .*)\b([a-z]{4,})\b/, '$1$2s')],
  ['another line named', (line) => line.replace(/#l\d+(?:-\d+)?/, '#l1')],
  [
    'another document named',
    (line) => line.replace(/doc:(\w+)/, (_, id) => `doc:${documents.find((one) => one !== id)}`),
  ],
  [
    'a digit of the value changed',
    (line) =>
      / res=/.test(line)
        ? line.replace(/ res=(\d)/, (_, digit) => ` res=${(Number(digit) + 1) % 10 || 7}`)
        : null,
  ],
];

let missed = 0;
for (const [name, spoil] of spoilings) {
  let spoiled = 0;
  let caught = 0;
  for (const line of lines) {
    const wrong = spoil(line);
    if (wrong === null || wrong === line) continue;
    spoiled += 1;
    if (!checkSources({ lines: read([wrong]), sources }).passes) caught += 1;
    else console.log(`  passed: ${wrong}`);
  }
  missed += spoiled - caught;
  console.log(`${name}: ${caught} of ${spoiled} caught`);
}
process.exitCode = whole.passes && missed === 0 ? 0 : 1;
