import { afterEach, describe, expect, test } from 'vitest';
import { record } from '../support/ledger/lines.ts';
import { type Agent, McpOffice, type Version, versions } from '../support/mcp.ts';

const agents: Agent[] = [];
afterEach(async () => {
  for (const { client } of agents.splice(0)) await client.close();
});

async function two(office: McpOffice, version: Version): Promise<{ scheduler: Agent; payer: Agent }> {
  const [scheduler, payer] = [
    await office.agent('ap-office', version),
    await office.agent('treasury', version),
  ];
  agents.push(scheduler, payer);
  return { scheduler, payer };
}

/** Hands the payment of the scenarios over; returns its id. */
async function handOver(scheduler: Agent): Promise<string> {
  const made = await scheduler.call('make_handoff', {
    record: { p: 'pay', from: 'scheduler', to: 'payer', ...record },
    set: { exp: '20261002T1700Z' },
  });
  expect(made).toMatchObject({ outcome: 'composed', next: expect.stringContaining('send') });
  const sent = await scheduler.call('send', { line: lineOf(made['said']), record });
  expect(sent).toMatchObject({ outcome: 'accepted', verdict: { passes: true }, handoff: { state: 'OPEN' } });
  return sent['id'] as string;
}

describe.each(versions)('a payment by tools alone, in the words of %s', (version) => {
  test('goes from the handoff to the done report by two clients (F03, A1)', async () => {
    const office = await McpOffice.open();
    const { scheduler, payer } = await two(office, version);
    const handoff = await handOver(scheduler);

    const read = await payer.call('inbox');
    expect(read).toMatchObject({ entries: [{ message: { id: handoff, slots: { amt: '5400.00' } } }] });
    await payer.call('inbox', { acknowledge: read['last'] });

    expect(await payer.call('make_readback', { handoff })).toMatchObject({
      ...{ outcome: 'composed', next: expect.stringMatching(/^Call prepare /) },
    });
    const prepared = await payer.call('prepare', { handoff });
    expect(prepared).toMatchObject({
      outcome: 'prepared',
      statement: { act: { values: { amt: '5400.00' } } },
    });
    const token = prepared['token'] as string;
    expect(await payer.call('commit', { token })).toMatchObject({
      ...{ outcome: 'refused', reason: 'unconfirmed', retryable: true },
      next: expect.stringContaining('inbox'),
    });
    expect(office.office.bank.paid).toEqual([]);

    const [readback] = entriesOf(await scheduler.call('inbox'));
    expect(await scheduler.call('check_readback', { ho: handoff, rb: readback?.id, record })).toMatchObject({
      outcome: 'passes',
      ...{ roger: true, wilco: true },
    });
    expect(await scheduler.call('confirm', { statement: lineOf(readback) })).toMatchObject({
      outcome: 'confirmed',
      statement: { state: 'CONFIRMED' },
    });

    expect(await payer.call('commit', { token })).toMatchObject({
      ...{ outcome: 'executed', repeat: false, mismatch: false },
      report: { type: 'DN', slots: { amt: '5400.00', out: 'OK' } },
    });
    expect(await payer.call('commit', { token })).toMatchObject({ outcome: 'executed', repeat: true });
    expect(office.office.bank.paid).toHaveLength(1);
    expect(await scheduler.call('check_done', { ho: handoff })).toMatchObject({ outcome: 'passes' });
    expect(await scheduler.call('check_thread')).toMatchObject({ outcome: 'passes' });
    expect(await scheduler.call('open')).toMatchObject({ count: 0 });
  });

  test('prepared twice it is one statement, and its key is none that a model could choose (F03)', async () => {
    const office = await McpOffice.open();
    office.office.bank.can = {
      ...office.office.bank.can,
      idempotency: { kind: 'key', retention: 86_400_000, mismatch: 'error' },
    } as never;
    office.office.bank.moods = ['lost'];
    const { scheduler, payer } = await two(office, version);
    const handoff = await handOver(scheduler);
    const token = (await payer.call('prepare', { handoff }))['token'];
    expect(await payer.call('prepare', { handoff })).toMatchObject({
      outcome: 'prepared',
      repeat: true,
      token,
    });
    await scheduler.call('confirm', { statement: token });
    for (const name of ['idempotency_key', 'key', 'attempt']) {
      expect(await payer.call('commit', { token, [name]: 'mine' })).toMatchObject({
        ...{ outcome: 'refused', reason: 'usage/arguments', next: 'Call it again with token.' },
        message: `commit takes no ${name}.`,
      });
    }
    expect(office.office.bank.asked).toEqual([]);
    await payer.call('commit', { token });
    await payer.call('commit', { token });
    const keys = office.office.bank.asked.map(({ key }) => key);
    expect(keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
    expect(office.office.bank.paid).toHaveLength(1);
  });

  test('with no hook before it, commit refuses what nobody confirmed (F21)', async () => {
    const office = await McpOffice.open();
    const { scheduler, payer } = await two(office, version);
    const token = (await payer.call('prepare', { handoff: await handOver(scheduler) }))['token'];
    const refused = { outcome: 'refused', reason: 'unconfirmed' };
    expect(await payer.call('commit', { token })).toMatchObject(refused);
    expect(await payer.call('confirm', { statement: token })).toMatchObject({ outcome: 'refused' });
    expect(await payer.call('commit', { token })).toMatchObject(refused);
    expect(await scheduler.call('commit', { token })).toMatchObject({ outcome: 'refused' });
    expect(office.office.bank.asked).toEqual([]);
    await scheduler.call('confirm', { statement: token });
    expect(await payer.call('commit', { token })).toMatchObject({ outcome: 'executed' });
  });

  test('no tool has a parameter by which a model could choose a key (F03)', async () => {
    const office = await McpOffice.open();
    const { payer } = await two(office, version);
    const { tools } = await payer.client.listTools();
    const parameters = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    expect(parameters).toContain('token');
    expect(parameters.filter((name) => /key|idempot|nonce|attempt|session/i.test(name))).toEqual([]);
    expect(tools.filter(({ inputSchema }) => inputSchema['additionalProperties'] !== false)).toEqual([]);
  });
});

interface MessageTold {
  readonly id: string;
  readonly line: string | null;
}

function entriesOf(told: Readonly<Record<string, unknown>>): readonly MessageTold[] {
  return (told['entries'] as readonly { readonly message: MessageTold }[]).map(({ message }) => message);
}

function lineOf(message: unknown): string {
  const { line } = message as MessageTold;
  if (line === null) throw new Error('the message carries free text');
  return line;
}
