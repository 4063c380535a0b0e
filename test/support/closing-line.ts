import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with `N passed, N failed, N skipped` alone on a line, and leaves the counts in the file that
 * HEARBACK_COUNTS names. A file or suite that did not load, a test that never ended and an unhandled error count as
 * failed: vitest shows them as no test at all.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      const suites = [...module.children.allSuites()];
      counts.failed += module.errors().length + suites.flatMap((suite) => suite.errors()).length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    const file = process.env['HEARBACK_COUNTS'];
    if (file) writeFileSync(file, `${JSON.stringify(counts)}\n`);
    const line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
    process.on('exit', () => process.stdout.write(`${line}\n`));
  }
}
