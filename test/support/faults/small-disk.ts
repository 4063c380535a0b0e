import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few megabytes that a test fills and frees; undefined where this user may mount none. */
export function mountSmallDisk(megabytes = 3): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-disk-'));
  if (asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder))
    return new SmallDisk(folder);
  rmdirSync(folder);
  return undefined;
}

/** For `available`. */
export function canMount(): true | undefined {
  const disk = mountSmallDisk();
  disk?.remove();
  return disk === undefined ? undefined : true;
}

export class SmallDisk {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Leaves not one byte free, or so many. */
  fill(leaves = 0): void {
    const descriptor = openSync(this.#ballast, 'a');
    for (let size = 65_536; size >= 1; ) {
      try {
        writeSync(descriptor, Buffer.alloc(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
    ftruncateSync(descriptor, Math.max(0, fstatSync(descriptor).size - leaves));
    closeSync(descriptor);
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  /** From now on it can only be read, or also written again. */
  make(mode: 'read-only' | 'writable'): void {
    const option = mode === 'read-only' ? 'remount,ro' : 'remount,rw';
    if (!asRoot('mount', '-o', option, this.folder)) throw new Error(`${this.folder} cannot be made ${mode}`);
  }

  remove(): void {
    if (!asRoot('umount', '--lazy', this.folder)) throw new Error(`${this.folder} stays mounted`);
    rmdirSync(this.folder);
  }
}

function asRoot(command: string, ...args: readonly string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  const { status } = isRoot ? spawnSync(command, args) : spawnSync('sudo', ['-n', command, ...args]);
  return status === 0;
}
