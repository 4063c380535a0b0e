import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneEditFrom } from '../support/edits.ts';
import { validLine, validParts } from '../support/lines.ts';
import { findPeerPython, Peer } from '../support/peer.ts';
import { available } from '../support/skip.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';
import { anatomyOf, wordAt } from './anatomy.ts';
import { differencesOf, judged } from './differences.ts';
import { type Ruling, rulings } from './rulings.ts';

const total = runs('HEARBACK_DIFFERENTIAL', 20_000);
const seed = runs('HEARBACK_SEED', 20261002);
const batch = 500;
const excused = new Map<Ruling, number>();

describe.skipIf(!available('the peer (python package rogerwilco)', findPeerPython))('beside the peer', () => {
  let peer: Peer;
  beforeAll(() => {
    peer = new Peer();
  });
  afterAll(() => {
    peer.close();
    for (const ruling of rulings) {
      process.stdout.write(
        `${ruling.ruling.padEnd(4)}${String(excused.get(ruling) ?? 0).padStart(8)}  ${ruling.says}\n`,
      );
    }
  });

  /** Differences that no ruling lists, with their lines; the lines that rulings excuse are counted. */
  async function unlistedIn(lines: readonly string[]): Promise<string[]> {
    const answers = await peer.ask('parse', lines);
    return lines.flatMap((line, at) => {
      const { excusedBy, unlisted } = judged(line, answers[at] ?? { valid: false });
      for (const ruling of excusedBy) excused.set(ruling, (excused.get(ruling) ?? 0) + 1);
      return unlisted.map(
        ({ code, word }) => `${code} at ${JSON.stringify(word.text)} in ${JSON.stringify(line)}`,
      );
    });
  }

  async function expectSame(lines: fc.Arbitrary<string>, count: number): Promise<void> {
    const unlisted: string[] = [];
    for (let done = 0; done < count && unlisted.length === 0; done += batch) {
      const numRuns = Math.min(batch, count - done);
      unlisted.push(...(await unlistedIn(fc.sample(lines, { numRuns, seed: seed + done }))));
    }
    expect(unlisted.slice(0, 5)).toEqual([]);
  }

  describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
    'under %s',
    (_, vocabulary) => {
      const count = Math.ceil(total / vocabularies.length);
      test('valid lines have the same message, digest and verdict', { timeout: 3_600_000 }, async () => {
        await expectSame(validLine(vocabulary), count);
      });

      test('lines one edit from valid have the same verdict, but for the rulings', {
        timeout: 3_600_000,
      }, async () => {
        const lines = oneEditFrom(validParts(vocabulary)).map(({ line }) => line);
        await expectSame(lines, count);
      });
    },
  );

  test.each(rulings.map((ruling) => [`${ruling.ruling}: ${ruling.says}`, ruling] as const))(
    '%s',
    async (_, ruling) => {
      const [theirs] = await peer.ask('parse', [ruling.example]);
      const { excusedBy, unlisted } = judged(ruling.example, theirs ?? { valid: false });
      expect([...excusedBy]).toContain(ruling);
      expect(unlisted).toEqual([]);
    },
  );

  test('no ruling covers a word of an ordinary line, one that both take for the same message', async () => {
    for (const vocabulary of vocabularies) {
      const lines = fc.sample(validLine(vocabulary), { numRuns: 500, seed });
      const answers = await peer.ask('parse', lines);
      const ordinary = lines.map(anatomyOf).filter((line, at) => {
        return differencesOf(line, answers[at] ?? { valid: false }).length === 0;
      });
      expect(ordinary.length).toBeGreaterThan(lines.length / 2);
      const covered = ordinary.flatMap((line) =>
        [...line.words, wordAt(line, undefined)].flatMap((word) =>
          rulings.filter(({ covers }) => covers(word, line)).map(({ says }) => [says, word.text, line.raw]),
        ),
      );
      expect(covered.slice(0, 5)).toEqual([]);
    }
  });
});
