import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

// The command that deploys: one call on standard input, one answer on standard output. An environment is a folder with a
// folder for each release, 0, 1, 2 …; the last one is what runs. A release comes into being by one rename, with the key that
// it was done under in it: both are there or neither is, and of two that come at once the second finds its number taken.

interface Call {
  readonly verb: 'execute' | 'look-up' | 'reverse';
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
  /** Of a reversal: the key of the deployment that it takes back. */
  readonly reverses?: { readonly key: string };
}

interface Release {
  /** Null for what was there before. */
  readonly key: string | null;
  readonly ver: string;
  readonly values: Readonly<Record<string, string>>;
}

const call = JSON.parse(await text(process.stdin)) as Call;
const { verb, key, values } = call;
process.stdout.write(JSON.stringify({ execute, 'look-up': lookUp, reverse }[verb]()));

function execute(): object {
  const { env = '', ver = '', prev = '' } = values;
  if (!readdirSync('production').includes(env)) return declined(`there is no environment ${env}`);
  if (!readdirSync('builds').includes(ver)) return declined(`there is no build ${ver}`);
  return replace({ env, from: prev, by: ver });
}

/** Puts back what ran before the deployment of another key. */
function reverse(): object {
  const done = under(call.reverses?.key ?? '');
  if (done === null) return declined('there is no such deployment');
  const { env = '', prev = '' } = done.values;
  return replace({ env, from: done.ver, by: prev });
}

function lookUp(): object {
  const done = under(key);
  return done === null ? { outcome: 'not-found' } : { outcome: 'found', values: done.values };
}

/** One key has one effect: the same call is told what was done, another one under its key is refused. */
function again(done: Release): object {
  const isSame = JSON.stringify(done.values) === JSON.stringify(values);
  return isSame ? { outcome: 'executed', values } : { outcome: 'declined', final: true, mismatch: true };
}

/** Puts one build in the place of another, which has to run. */
function replace({ env, from, by }: Readonly<Record<'env' | 'from' | 'by', string>>): object {
  const all = releases(env);
  const before = under(key, all);
  if (before !== null) return again(before);
  const running = all.at(-1)?.ver;
  return running === from ? put(by, env, all.length) : declined(`${env} runs ${running}, not ${from}`);
}

function declined(reason: string): object {
  return { outcome: 'declined', final: false, reason };
}

function put(ver: string, env: string, number: number): object {
  const fresh = mkdtempSync('release-');
  cpSync(`builds/${ver}`, fresh, { recursive: true });
  writeFileSync(`${fresh}/release.json`, JSON.stringify({ key, ver, values } satisfies Release));
  try {
    renameSync(fresh, `production/${env}/${number}`);
    return { outcome: 'executed', values };
  } catch {
    rmSync(fresh, { recursive: true });
    const done = under(key);
    return done === null ? declined(`another release of ${env} came first`) : again(done);
  }
}

function under(
  wanted: string,
  all: readonly Release[] = readdirSync('production').flatMap(releases),
): Release | null {
  return all.find((release) => release.key === wanted) ?? null;
}

/** The releases of an environment, the oldest first. */
function releases(env: string): readonly Release[] {
  const numbers = readdirSync(`production/${env}`).map(Number);
  return numbers
    .sort((one, other) => one - other)
    .map((number) => JSON.parse(readFileSync(`production/${env}/${number}/release.json`, 'utf8')) as Release);
}
