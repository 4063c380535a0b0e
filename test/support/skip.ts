/**
 * Whether this machine has what a test needs; `probe` returns what it found, or undefined. What is lacking is said
 * once on standard error, and is an error where HEARBACK_NO_SKIP is set, since that run has installed everything.
 * Use: `describe.skipIf(!available('the peer', findPeer))(…)`.
 */
export function available(name: string, probe: () => unknown): boolean {
  if (probe() !== undefined) return true;
  if (process.env['HEARBACK_NO_SKIP'])
    throw new Error(`${name} is missing and HEARBACK_NO_SKIP allows no skipping`);
  process.stderr.write(`SKIPPED: this machine lacks ${name}\n`);
  return false;
}
