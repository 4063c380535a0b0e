import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const installed = '/usr/lib/postgresql';

/** The programs of the highest major version that is installed; undefined where there is none. */
export function findPostgres(): string | undefined {
  try {
    const majors = readdirSync(installed)
      .map(Number)
      .sort((one, other) => other - one);
    const found = majors.map((major) => join(installed, String(major), 'bin'));
    return found.find((folder) => readdirSync(folder).includes('initdb'));
  } catch {
    return undefined;
  }
}

/** A database server of a test's own, on a free port of this machine. */
export class Cluster {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: readonly string[];
  #stop = async (): Promise<void> => {};

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Makes and starts one; `settings` are lines of its configuration, `fsync=off`. */
  static async start(...settings: string[]): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-postgres-'));
    const owner = ownerOf();
    if (owner !== null) chownSync(folder, owner.uid, owner.gid);
    const cluster = new Cluster(folder, await freePort(), settings);
    await runAs(
      owner,
      'initdb',
      '-D',
      cluster.#data,
      '-U',
      'postgres',
      '--auth=trust',
      '-E',
      'UTF8',
      '--no-sync',
    );
    await cluster.run();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return cluster;
  }

  /** A standby of this server, which follows it until it is promoted. */
  async standby(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-standby-'));
    const owner = ownerOf();
    if (owner !== null) chownSync(folder, owner.uid, owner.gid);
    const standby = new Cluster(folder, await freePort(), []);
    await runAs(owner, 'pg_basebackup', '-D', standby.#data, '-R', '-c', 'fast', '--no-sync', '-d', this.url);
    await standby.run();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return standby;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Starts it, and waits until it answers. */
  async run(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...this.#settings];
    const args = [
      '-D',
      this.#data,
      '-p',
      String(this.#port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ];
    const child = spawn(join(findPostgres() ?? '', 'postgres'), args, {
      ...ownerOf(),
      cwd: '/',
      stdio: 'ignore',
    });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const end = (): boolean => child.kill('SIGQUIT'); // an immediate stop
    process.once('exit', end);
    this.#stop = async () => {
      process.off('exit', end);
      end();
      await gone;
    };
    await this.#answers();
  }

  /** As a crash leaves it: nothing is finished, and the next start recovers. */
  async stop(): Promise<void> {
    await this.#stop();
  }

  async remove(): Promise<void> {
    await this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const ready = runAs(ownerOf(), 'pg_isready', '-h', '127.0.0.1', '-p', String(this.#port));
      if (
        await ready.then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the database does not start');
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL does not run as root: there it is the user that its package made; else null. */
export function ownerOf(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (entry === null) throw new Error('there is no user postgres');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

async function runAs(owner: Owner | null, program: string, ...args: string[]): Promise<void> {
  const child = spawn(join(findPostgres() ?? '', program), args, { ...owner, cwd: '/', stdio: 'ignore' });
  const code = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

/** A port of this machine that nobody listened at a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
