import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command of this clone; nothing of it has to be on PATH. */
const hearback = fileURLToPath(new URL('../../../bin/hearback.js', import.meta.url));

/** The folder in which it all happens: config, builds, production, the ledger and the keys. */
export interface House {
  readonly place: string;
  /** How a command of hearback is started here. */
  command(verb: string, ...args: readonly string[]): HouseCommand;
  /** Runs one to its end and gives what it printed. Throws with what it said when it fails. */
  run(verb: string, ...args: readonly string[]): string;
}

export interface HouseCommand {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** Copies the folder of the house, makes its ledger, and gives each agent a key of its own. */
export function openHouse(folder: string, place: string): House {
  cpSync(folder, place, { recursive: true });
  // hearback.json starts its deployer by the name `node`: that is to be the Node that runs this play
  const env = { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) };
  const command: House['command'] = (verb, ...args) => ({
    ...{ command: process.execPath, args: [hearback, ...verb.split(' '), ...args] },
    ...{ cwd: place, env },
  });
  const run: House['run'] = (verb, ...words) => {
    const { command: program, args, ...options } = command(verb, ...words);
    const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`hearback ${verb} ended with ${status}: ${stderr}`);
    return stdout;
  };
  run('ledger init');
  run('principal add', 'releases', '--agents', 'release', '--key-file', 'release.key');
  run('principal add', 'platform', '--agents', 'operator', '--key-file', 'operator.key');
  return { place, command, run };
}
