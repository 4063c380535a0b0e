import { Writable } from 'node:stream';

/**
 * Takes standard output for JSON-RPC alone: whatever else is printed there, by a library or a warning, goes to standard
 * error. Returns what writes to the real one.
 */
export function takeStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const real = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
  real.write = write; // straight, since the real one waits its turn by itself
  stdout.on('error', (error) => real.destroy(error));
  return real;
}
