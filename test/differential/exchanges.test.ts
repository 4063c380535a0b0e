import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import { criteria } from '../support/criteria.ts';
import { type EditedExchange, oneEditFromExchange, validExchange } from '../support/exchanges.ts';
import { written } from '../support/lines.ts';
import { findPeerPython, Peer } from '../support/peer.ts';
import { available } from '../support/skip.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';
import { judgedExchange, ourVerdict, peerVerdicts, type WrittenCase } from './exchange-differences.ts';
import { type ExchangeRuling, exchangeRulings } from './exchange-rulings.ts';

const total = runs('HEARBACK_DIFFERENTIAL_CHECKS', 3000);
const seed = runs('HEARBACK_SEED', 20261002);
const excused = new Map<ExchangeRuling, number>();

/** The checks of an exchange whose lines are valid; the done report is checked with a readback that passes. */
function casesOf(exchange: Omit<EditedExchange, 'edit'>): WrittenCase[] {
  const [ho, rb, dn] = [exchange.ho, exchange.rb, exchange.dn].map(written) as [string, string, string];
  if ([ho, rb, dn].some((line) => parse(line).message === null)) return [];
  const checked: WrittenCase = { check: 'readback', ho, rb };
  const done: WrittenCase = ourVerdict(checked).passes
    ? { check: 'done', ho, rb, dn }
    : { check: 'done', ho, dn };
  return [{ check: 'handoff', ho, record: exchange.record }, checked, done];
}

describe.skipIf(!available('the peer (python package rogerwilco)', findPeerPython))(
  'checks beside the peer',
  () => {
    let peer: Peer;
    beforeAll(() => {
      peer = new Peer();
    });
    afterAll(() => {
      peer.close();
      for (const ruling of exchangeRulings) {
        process.stdout.write(
          `${ruling.ruling.padEnd(4)}${String(excused.get(ruling) ?? 0).padStart(8)}  ${ruling.says}\n`,
        );
      }
    });

    /** Differences that no ruling lists, with their exchanges; what rulings excuse is counted. */
    async function unlistedIn(cases: readonly WrittenCase[]): Promise<object[]> {
      const answers = await peerVerdicts(peer, cases);
      return cases.flatMap((one, at) => {
        const theirs = answers[at] ?? { passes: false };
        const { excusedBy, unlisted } = judgedExchange(one, theirs);
        for (const ruling of excusedBy) excused.set(ruling, (excused.get(ruling) ?? 0) + 1);
        return unlisted.length === 0 ? [] : [{ unlisted, ...one, peer: theirs.problems }];
      });
    }

    describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
      'under %s',
      (_, vocabulary) => {
        const numRuns = Math.ceil(total / vocabularies.length);

        test('exchanges in which all is right pass every check', { timeout: 3_600_000 }, async () => {
          const cases = fc.sample(validExchange(vocabulary), { numRuns, seed }).flatMap(casesOf);
          const failing = cases.filter((one) => !ourVerdict(one).passes);
          expect(failing.slice(0, 3)).toEqual([]);
          expect((await unlistedIn(cases)).slice(0, 3)).toEqual([]);
        });

        test('exchanges with one thing wrong have the same verdict, but for the rulings', {
          timeout: 3_600_000,
        }, async () => {
          const cases = fc.sample(oneEditFromExchange(vocabulary), { numRuns, seed }).flatMap(casesOf);
          expect((await unlistedIn(cases)).slice(0, 3)).toEqual([]);
        });

        test('criteria compare alike, but for the rulings', { timeout: 3_600_000 }, async () => {
          const from = [...(vocabulary.agents.size > 0 ? vocabulary.agents : ['a', 'b'])];
          const profile = vocabulary.profile ? ` p=${vocabulary.name}` : '';
          const ho = `RW1 HO ${from[0]}-1${profile} from=${from[0]} to=${from[1]} item=x ask=REVIEW rb=acc`;
          const rb = `RW1 RB ${from[1]}-1 re=${from[0]}-1${profile} from=${from[1]} to=${from[0]} item=x ask=REVIEW`;
          const cases = fc
            .sample(criteria(vocabulary), { numRuns, seed })
            .map(
              ({ kept, heard }): WrittenCase => ({ check: 'readback', ho, rb: `${rb} acc=${heard}`, kept }),
            );
          expect((await unlistedIn(cases)).slice(0, 3)).toEqual([]);
        });
      },
    );

    test.each(exchangeRulings.map((ruling) => [`${ruling.ruling}: ${ruling.says}`, ruling] as const))(
      '%s',
      async (_, ruling) => {
        const [theirs] = await peerVerdicts(peer, [ruling.example]);
        const { excusedBy, unlisted } = judgedExchange(ruling.example, theirs ?? { passes: false });
        expect([...excusedBy]).toContain(ruling);
        expect(unlisted).toEqual([]);
      },
    );
  },
);
