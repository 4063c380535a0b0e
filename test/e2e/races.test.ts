import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommitOutcome, PrepareOutcome } from '../../src/act/index.ts';
import type { Sent } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { paidIn } from '../support/ledger/bank.ts';
import { at, payment } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { addressOf, type StoreUnderTest, sharedStores } from '../support/ledger/stores.ts';
import type { Job, WorkerSetup } from '../support/ledger/worker.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';

const rounds = 40;

/** Processes that do two things to one handoff at the same moment, over and over: whoever is first, the world is right. */
describe.each(sharedStores)('at one moment, at $name', ({ name, open }) => {
  let folder: string;
  let file: string;
  let under: StoreUnderTest;
  let office: Office;
  const workers: WorkerProcess[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-race-'));
    file = join(folder, 'bank.jsonl');
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await under.remove();
    rmSync(folder, { recursive: true });
  });

  async function start(setup: Partial<WorkerSetup> = {}): Promise<WorkerProcess> {
    const worker = await WorkerProcess.start({
      ...{ ...addressOf(under), file, clock: at('14:00:00') },
      ...setup,
    });
    workers.push(worker);
    return worker;
  }

  async function both(
    one: WorkerProcess,
    first: Job,
    other: WorkerProcess,
    second: Job,
  ): Promise<[string, string]> {
    const outcomes = await Promise.all([one.does(first), other.does(second)]);
    return outcomes.map((outcome) => wordOf(outcome as CommitOutcome | Sent)) as [string, string];
  }

  /** Every payment once, nothing open, nothing that check-thread minds but what is named, and a whole chain. */
  async function judge(paid: number, problems: readonly string[] = []): Promise<void> {
    const effects = paidIn(file);
    expect([effects.length, new Set(effects.map(({ key }) => key)).size]).toEqual([paid, paid]);
    expect(await office.scheduler.open()).toEqual([]);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    expect(await office.problems()).toEqual(problems);
  }

  test('two clients that commit one token act once, a thousand times; the later one is told the result, or that it runs (A6, F06)', async () => {
    const conversations = name === 'PostgreSQL' ? ['main', 'other'] : ['main'];
    const share = 1_000 / conversations.length;
    const told = await Promise.all(
      conversations.map(async (conversation, index) => {
        const [one, other] = [await start({ conversation }), await start({ conversation })];
        const from = 1 + index * share;
        const tokens = await one.does<readonly string[]>({ job: 'hand over', from, count: share });
        const words: string[] = [];
        for (const [round, token] of (tokens ?? []).entries()) {
          const commit = { job: 'commit', token, patiently: round % 5 === 0 } as const;
          const outcomes = [one.does<CommitOutcome>(commit), other.does<CommitOutcome>(commit)];
          words.push(wordsOf(await Promise.all(outcomes), commit.patiently));
        }
        return words;
      }),
    );
    const words = told.flat();
    expect(words).toHaveLength(1_000);
    expect(words.filter((word) => word === `${patient}, one result`)).toHaveLength(200);
    const right = [`${patient}, one result`, 'executed, executed again', 'executed, in-progress'];
    expect(words.filter((word) => !right.includes(word))).toEqual([]);
    await judge(1_000);
  }, 180_000);

  const patient = 'executed, executed again';

  /** What a pair was told, and of a patient one whether it was the same report. */
  function wordsOf(outcomes: readonly (CommitOutcome | null)[], patiently: boolean): string {
    const words = outcomes.map(wordOf).sort().join(', ');
    const reports = new Set(outcomes.map((outcome) => outcome?.outcome === 'executed' && outcome.line));
    return patiently && reports.size === 1 ? `${words}, one result` : words;
  }

  test('two workers that settle one unknown outcome under its key pay once', async () => {
    const loses = await start({ keys: true, loses: true });
    const pair = [await start({ keys: true }), await start({ keys: true })] as const;
    const tokens = (await loses.does<readonly string[]>({ job: 'hand over', from: 1, count: rounds })) ?? [];
    for (const token of tokens) {
      expect(await loses.does({ job: 'commit', token })).toMatchObject({ outcome: 'unknown' });
      const settle = { job: 'settle', token } as const;
      const words = await both(pair[0], settle, pair[1], settle);
      expect(words.some((word) => word.startsWith('executed'))).toBe(true);
    }
    await judge(rounds);
  }, 120_000);

  test('a cancel and a commit: taken back and not paid, or paid and reported', async () => {
    const [cancelling, paying] = [await start(), await start()];
    const words: string[] = [];
    for (let number = 1; number <= rounds; number++) {
      const { line, record } = payment(number * 1_000);
      const token = await confirmed(office, line, record);
      const cancel = { job: 'send', line: cancelOf(line) } as const;
      const told = await both(cancelling, cancel, paying, { job: 'commit', token });
      words.push([...told, (await office.payer.show(`scheduler-${number}000`))?.handoff?.state].join(', '));
    }
    const inFlight = 'accepted, executed, CLOSED_DN'; // the DN answers the CX
    const right = ['accepted, abandoned, CLOSED_CX', 'closed, executed, CLOSED_DN', inFlight];
    expect(words.filter((word) => !right.includes(word))).toEqual([]);
    const late = words.filter((word) => word === inFlight).map(() => 'thread/ran-after-cancel');
    await judge(words.filter((word) => word.includes('executed')).length, late);
  }, 120_000);

  test('a cancel and a yes: nothing runs, in whichever order they come (F29)', async () => {
    const [cancelling, confirming] = [await start(), await start()];
    const words: string[] = [];
    for (let number = 1; number <= rounds; number++) {
      const { line, record } = payment(number * 1_000);
      const token = await prepared(office, line, record);
      const cancel = { job: 'send', line: cancelOf(line) } as const;
      words.push((await both(cancelling, cancel, confirming, { job: 'confirm', token })).join(', '));
      expect(await office.payer.statement(token)).toMatchObject({ state: 'ABANDONED' });
      expect(await office.paying.commit({ token })).toMatchObject({ reason: 'abandoned' });
    }
    const right = ['accepted, closed', 'accepted, confirmed'];
    expect(words.filter((word) => !right.includes(word))).toEqual([]);
    await judge(0);
  }, 120_000);

  test('the sweeper at exp and a commit right before it: expired, or claimed and paid', async () => {
    const [sweeping, paying] = [
      await start({ clock: at('17:00:00') }),
      await start({ clock: at('16:59:59') }),
    ];
    let paid = 0;
    for (let number = 1; number <= rounds; number++) {
      const { line, record } = payment(number * 1_000);
      const token = await confirmed(office, line, record);
      const [, word] = await both(sweeping, { job: 'sweep' }, paying, { job: 'commit', token });
      const state = (await office.payer.statement(token))?.state;
      expect([`executed EXECUTED`, `expired EXPIRED`]).toContain(`${word} ${state}`);
      if (word === 'executed') paid += 1;
    }
    expect(paidIn(file)).toHaveLength(paid);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  }, 120_000);

  test('the sweeper when a lease runs out and a worker that has its answer: the yes is kept', async () => {
    const [sweeping, paying] = [await start({ clock: at('14:01:00') }), await start()];
    for (let number = 1; number <= rounds; number++) {
      const { line, record } = payment(number * 1_000);
      const token = await confirmed(office, line, record);
      const committing = paying.does<CommitOutcome>({ job: 'commit', token });
      // until it is done, every lease that it takes is out
      let done = false;
      committing.finally(() => {
        done = true;
      });
      while (!done) await sweeping.does({ job: 'sweep' });
      expect(['executed', 'unknown']).toContain(wordOf(await committing));
      if ((await office.payer.statement(token))?.state === 'UNKNOWN') await decide(token);
    }
    await judge(paidIn(file).length);
  }, 120_000);

  /** What was not sent because the lease was out is found not done, by the bank's file. */
  async function decide(token: string): Promise<void> {
    const key = (await office.payer.statement(token))?.key;
    expect(paidIn(file).filter((paid) => paid.key === key)).toEqual([]);
    const { createActTool } = await import('../../src/act/index.ts');
    const answer = { outcome: 'NOTEXEC', evidence: 'the bank’s own file' } as const;
    await createActTool({ ledger: office.human }).settle({ token, answer });
  }

  test('two conversations that prepare one act: one does, the other is told', async () => {
    const elsewhere = office.ledger.as({
      principal: 'ap-office',
      agents: ['scheduler'],
      conversation: 'other',
    });
    const pair = [await start(), await start({ conversation: 'other' })] as const;
    for (let number = 1; number <= rounds; number++) {
      const { line, record } = payment(number * 1_000);
      for (const handle of [office.scheduler, elsewhere]) await handle.send(line, { record });
      const job = { job: 'prepare', handoff: `scheduler-${number}000` } as const;
      const outcomes = await Promise.all(pair.map((worker) => worker.does<PrepareOutcome>(job)));
      expect(outcomes.map(wordOf).sort()).toEqual(['duplicate', 'prepared']);
    }
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  }, 120_000);

  test('twenty answers to one question: one is recorded, and the others are told it (F07)', async () => {
    const people = [await start(), await start(), await start(), await start()];
    for (let round = 1; round <= 10; round++) {
      const question = `RW1 AQ payer-${round} p=pay from=payer to=human item=inv:${round} need=ENUM opts=APPROVE+HOLD`;
      await office.payer.send(question);
      const lines = Array.from({ length: 20 }, (_, index) => {
        const val = index % 2 === 0 ? 'APPROVE' : 'HOLD';
        return `RW1 AN human-${round * 20 + index} re=payer-${round} p=pay from=human to=payer val=${val}`;
      });
      const sent = await Promise.all(
        people.map((person, index) => answers(person, lines.slice(index * 5, index * 5 + 5))),
      );
      const outcomes = sent.flat();
      const [taken, ...others] = outcomes.filter((outcome) => outcome.outcome === 'accepted');
      expect(others).toEqual([]);
      const recorded = taken?.outcome === 'accepted' ? taken.entry.line : null;
      const refused = outcomes.filter((outcome) => outcome.outcome === 'refused');
      expect(refused.map(({ reason, answer }) => [reason, answer])).toEqual(
        Array.from({ length: 19 }, () => ['answered', recorded]),
      );
    }
    const thread = await office.payer.thread({ limit: 1_000 });
    expect(thread.filter(({ type, refused }) => type === 'AN' && refused === null)).toHaveLength(10);
  }, 120_000);

  async function answers(person: WorkerProcess, lines: readonly string[]): Promise<readonly Sent[]> {
    return (await person.does<readonly Sent[]>({ job: 'send all', lines })) ?? [];
  }

  test('eight that append to one conversation lose nothing and keep one order, while it is backed up (F26)', async () => {
    const count = 50;
    const agents = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    // all of them open the ledger at the same moment
    const started = await Promise.all(agents.map(() => start()));
    const appended = started.map((worker, index) =>
      worker.does<number>({ job: 'append', agent: agents[index] as string, from: 1, count }),
    );
    const copy = name === 'SQLite' ? await backedUp() : null;
    expect(await Promise.all(appended)).toEqual(agents.map(() => count));
    const thread = await office.scheduler.thread({ limit: 1_000 });
    expect(thread.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 400 }, (_, index) => index + 1),
    );
    for (const agent of agents) {
      const own = thread.filter(({ principal }) => principal === agent).map(({ id }) => id);
      expect(own).toEqual(Array.from({ length: count }, (_, index) => `${agent}-${index + 1}`));
    }
    expect(await office.ledger.verify()).toMatchObject({ holds: true, entries: 400 });
    if (copy !== null) expect(await officeAt(copy).ledger.verify()).toMatchObject({ holds: true });
    await copy?.close();
  }, 120_000);

  /** What a backup by the database's own means holds, taken while others write. */
  async function backedUp(): Promise<ReturnType<typeof openSqlite>> {
    const source = new DatabaseSync(addressOf(under).path);
    source.exec('PRAGMA busy_timeout = 10000');
    const path = join(folder, 'copy.sqlite');
    expect(await backup(source, path)).toBeGreaterThan(0);
    source.close();
    return openSqlite(path);
  }
});

/** An outcome in a word: `executed`, `executed again`, or why it was refused. */
function wordOf(outcome: CommitOutcome | PrepareOutcome | Sent | null): string {
  if (outcome === null) return 'died';
  if (outcome.outcome === 'refused') return outcome.reason;
  return outcome.outcome === 'executed' && outcome.repeat ? 'executed again' : outcome.outcome;
}

function cancelOf(handoff: string): string {
  const [, id, item] = / HO (\S+) .* item=(\S+) /.exec(handoff) ?? [];
  const number = Number(id?.replace('scheduler-', '')) + 500;
  return `RW1 CX scheduler-${number} re=${id} p=pay from=scheduler to=payer item=${item} why=REVOKED`;
}
