import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkThread } from '../../src/checks/thread.ts';
import { parse } from '../../src/codec/index.ts';
import { afterwards, brokenConversation } from '../support/conversations.ts';
import { findPeerPython, Peer } from '../support/peer.ts';
import { available } from '../support/skip.ts';
import { runs } from '../support/vocabularies.ts';

/** Notes of rulings by which we let pass what the peer refuses. */
const rulings: Readonly<Record<string, string>> = {
  'thread/repeat': 'R38: an exact repeat counts once',
  'thread/unreadable-answered': 'R40: its addressee has said that it cannot be read',
  'thread/superseded': 'R52: the handoff was sent again',
};

describe.skipIf(!available('the published implementation (PyPI rogerwilco)', findPeerPython))(
  'threads',
  () => {
    test('whatever the peer refuses is refused here, but for three rulings', async () => {
      const numRuns = runs('HEARBACK_THREADS', 1500);
      const threads = fc.sample(brokenConversation, { numRuns, seed: runs('HEARBACK_SEED', 20261002) });
      const peer = new Peer();
      const theirs = await peer.ask(
        'thread',
        threads.map((lines) => ({ lines, profile: 'pay', now: afterwards })),
      );
      peer.close();
      const excused = new Map(Object.keys(rulings).map((code) => [code, 0]));
      const unexplained = threads.filter((lines, at) => {
        const { passes, diagnostics } = checkThread({
          lines: lines.map((line) => parse(line)),
          now: afterwards,
        });
        if (theirs[at]?.passes || !passes) return false;
        const codes = new Set(diagnostics.map(({ code }) => code).filter((code) => excused.has(code)));
        for (const code of codes) excused.set(code, (excused.get(code) ?? 0) + 1);
        return codes.size === 0;
      });
      expect(unexplained).toEqual([]);
      expect(theirs.filter(({ passes }) => !passes).length).toBeGreaterThan(numRuns / 3);
      expect([...excused].filter(([, count]) => count === 0)).toEqual([]);
    });
  },
);
