// npm run model: checks every configuration of VERDICTS.md with Spin and compares. Exits with 1 on any difference.
//   npm run model                          all but the rows above 10 million states
//   npm run model -- --most 50000          those up to that many states
//   npm run model -- final_key code_key    those by name
import { parseArgs } from 'node:util';
import { type Configuration, configurations, type Finding, rowOf } from './configurations.ts';
import { check, findSpin } from './spin.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '10000000' } },
});

const all = configurations();
const unknown = names.filter((name) => !all.some((one) => one.name === name));
const chosen = all.filter(({ name, states }) =>
  names.length > 0 ? names.includes(name) : states <= Number(values.most),
);

if (unknown.length > 0 || chosen.length === 0) {
  console.error(`no row of VERDICTS.md: ${unknown.join(' ') || `up to ${values.most} states`}`);
  process.exitCode = 2;
} else if (findSpin() === undefined) {
  console.error('NOTHING WAS CHECKED: this machine lacks Spin or gcc (Debian: apt-get install spin gcc)');
  process.exitCode = 1;
} else {
  const differences = await checkAll(chosen);
  console.log(`${chosen.length} of ${all.length} configurations, ${differences} other than VERDICTS.md says`);
  if (differences > 0) process.exitCode = 1;
}

/** Two at a time, told in the order of the page; how many differ. */
async function checkAll(rows: readonly Configuration[]): Promise<number> {
  let differences = 0;
  const running: Promise<Finding>[] = [];
  for (const [index, row] of rows.entries()) {
    for (let next = running.length; next < Math.min(index + 2, rows.length); next++) {
      const found = check(rows[next] as Configuration);
      found.catch(() => {}); // told where it is awaited
      running.push(found);
    }
    const found = await (running[index] as Promise<Finding>);
    const same = found.states === row.states && found.verdict === row.verdict;
    console.log(same ? rowOf(row) : `${rowOf({ ...row, ...found })} OTHER, not ${row.states} ${row.verdict}`);
    if (!same) differences += 1;
  }
  return differences;
}
