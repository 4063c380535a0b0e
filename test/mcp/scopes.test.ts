import { afterEach, describe, expect, test } from 'vitest';
import { type Scope, scopes, scopesOf } from '../../src/mcp/scope.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { AN, record } from '../support/ledger/lines.ts';
import { prepared } from '../support/ledger/office.ts';
import { type Agent, McpOffice } from '../support/mcp.ts';

const agents: Agent[] = [];
afterEach(async () => {
  for (const { client } of agents.splice(0)) await client.close();
});

async function agentOf(office: McpOffice, principal: string): Promise<Agent> {
  const agent = await office.agent(principal);
  agents.push(agent);
  return agent;
}

/** Arguments that each tool would take, so that nothing but the scope is in its way. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  validate: { line: AN },
  make_handoff: { record: { ...record, p: 'pay', from: 'payer', to: 'scheduler' } },
  make_readback: { handoff: 'scheduler-1' },
  dispute: { about: 'scheduler-1', doubt: 'is it right?' },
  check_handoff: { ho: 'scheduler-1', record },
  check_readback: { ho: 'scheduler-1', rb: 'payer-1' },
  check_answer: { aq: 'payer-3', an: 'human-1' },
  check_done: { ho: 'scheduler-1' },
  check_source: { lines: [AN], sources: { 'email:1': 'x' } },
  send: { line: 'RW1 ST payer-9 from=payer to=scheduler item=inv:1' },
  prepare: { handoff: 'scheduler-1' },
  confirm: { statement: 'AAAAAAAAAAAAAAAAAAAAAA' },
  commit: { token: 'AAAAAAAAAAAAAAAAAAAAAA' },
  abandon: { token: 'AAAAAAAAAAAAAAAAAAAAAA' },
  cancel: { handoff: 'scheduler-1' },
  ask_human: { about: 'inv:1', question: 'go on?' },
};
const names = Object.keys(scopes) as readonly Scope[];
const wrong = tools.flatMap(({ name, scope }) =>
  names.filter((one) => one !== scope).map((one) => ({ name, one })),
);

describe('a tool is refused to whoever lacks its scope (T15)', async () => {
  const office = await McpOffice.open();
  await office.office.scheduler.send(
    'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:1 ask=REVIEW due=20261003',
  );
  const before = await entriesOf(office);

  test.each(wrong)('$name, to one that may only $one', async ({ name, one }) => {
    office.parts = { ...office.parts, scopes: scopesOf([one]) };
    const agent = await agentOf(office, 'treasury');
    expect(await agent.call(name, inputs[name])).toMatchObject({
      ...{ outcome: 'refused', reason: 'scope' },
      next: 'Leave it to an agent that has the scope, or ask the person who runs this one.',
    });
    expect(await entriesOf(office)).toBe(before);
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map((tool) => tool.name)).not.toContain(name);
  });

  test.each(tools)('$name is not refused for its scope to one that has it', async ({ name, scope }) => {
    office.parts = { ...office.parts, scopes: scopesOf([`treasury=${scope}`]) };
    const told = await (await agentOf(office, 'treasury')).call(name, inputs[name]);
    expect(told.reason).not.toBe('scope');
  });
});

test('scopes are each principal’s own, and where only some are named the others have none', async () => {
  const office = await McpOffice.open({ scopes: scopesOf(['treasury=read,prepare', 'treasury=commit']) });
  const names = async (principal: string) =>
    (await (await agentOf(office, principal)).client.listTools()).tools.map(({ name }) => name);
  expect(await names('treasury')).toEqual(expect.arrayContaining(['open', 'prepare', 'commit']));
  expect(await names('treasury')).not.toContain('confirm');
  expect(await names('ap-office')).toEqual([]);
  expect(() => scopesOf(['treasury=reed'])).toThrow('reed is no scope');
});

test('who may send and not confirm cannot confirm by sending the answer (T15)', async () => {
  const office = await McpOffice.open({ scopes: scopesOf(['read,send']) });
  const token = await prepared(office.office);
  const scheduler = await agentOf(office, 'ap-office');
  const [, rb] = (await office.office.scheduler.thread()).map(({ id }) => id);
  const answer = AN.replace('re=payer-1', `re=${rb}`);
  const twin = {
    v: 'RW1',
    type: 'AN',
    id: 'scheduler-2',
    re: rb,
    from: 'scheduler',
    to: 'payer',
    item: null,
  };
  const given = [
    `${answer} x_tok=${token}`,
    ` ${answer} x_tok=${token}`,
    { ...twin, slots: { p: 'pay', val: 'Y', x_tok: token }, tail: null },
  ];
  for (const line of given)
    expect(await scheduler.call('send', { line })).toMatchObject({ outcome: 'refused', reason: 'scope' });
  expect(await office.office.scheduler.statement(token)).toMatchObject({ state: 'PREPARED' });
  office.parts = { ...office.parts, scopes: scopesOf(['send,confirm']) };
  const able = await agentOf(office, 'ap-office');
  expect(await able.call('send', { line: given[0] })).toMatchObject({ outcome: 'accepted' });
});

async function entriesOf({ office }: McpOffice): Promise<number> {
  return (await office.scheduler.thread({ limit: 1_000 })).length;
}
