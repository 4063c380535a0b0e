import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * A server without an SDK, for a guard to stand in front of: it pays, writes each payment into a file, and does what its
 * script (a JSON file that is read for every request) says instead. It answers whatever it is asked, as a careless server does.
 */
interface Script {
  /** Definitions that take the place of those of the same name, or are there besides. */
  readonly tools?: readonly { readonly name: string; readonly [member: string]: unknown }[];
  /** Methods that it does not know. */
  readonly unknown?: readonly string[];
  /** Methods that it never answers. */
  readonly silent?: readonly string[];
  /** What it does when it is told to pay; `held`: it pays, and answers once it is held no more. */
  readonly pay?:
    | 'crash-before'
    | 'crash-after'
    | 'hang'
    | 'error'
    | 'other'
    | 'task'
    | 'ask-client'
    | 'slow'
    | 'held';
}

const folder = process.env['SERVER_FOLDER'] ?? '.';

function script(): Script {
  const file = `${folder}/script.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Script) : {};
}

const text = { type: 'string' };
const usual: readonly { readonly name: string; readonly [member: string]: unknown }[] = [
  {
    name: 'pay',
    description: 'pays somebody',
    inputSchema: {
      type: 'object',
      properties: { to: text, amount: { type: 'number' }, memo: text, tags: { type: 'array', items: text } },
      required: ['to', 'amount'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true },
    outputSchema: { type: 'object', properties: { paid: { type: 'number' } } },
  },
  {
    name: 'balance',
    description: 'says what is left',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
];

function tools(): readonly object[] {
  const { tools: changed = [] } = script();
  return [...usual.filter(({ name }) => !changed.some((one) => one.name === name)), ...changed];
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

interface Incoming {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: Record<string, unknown>;
  };
}

function paid(given: unknown): void {
  appendFileSync(`${folder}/paid.jsonl`, `${JSON.stringify(given)}\n`);
}

function pay({ id, params }: Incoming): void {
  const given = params?.arguments ?? {};
  const done = { content: [{ type: 'text', text: 'paid' }], structuredContent: { paid: given['amount'] } };
  const { pay: how } = script();
  if (how === 'crash-before') process.exit(3);
  if (how === 'error')
    return send({ id, result: { content: [{ type: 'text', text: 'no funds' }], isError: true } });
  paid(given);
  if (how === 'crash-after') process.exit(3);
  if (how === 'hang') return;
  if (how === 'task') return send({ id, result: { task: { taskId: 't1', status: 'working' } } });
  if (how === 'other') return send({ id, result: { ...done, structuredContent: { paid: 1 } } });
  if (how === 'ask-client') send({ id: 'q1', method: 'elicitation/create', params: { message: 'sure?' } });
  const token = params?._meta?.['progressToken'];
  if (token !== undefined)
    send({ method: 'notifications/progress', params: { progressToken: token, progress: 1 } });
  if (how === 'held') return whenLetGo(() => send({ id, result: done }));
  if (how === 'slow') return void setTimeout(() => send({ id, result: done }), 1_500);
  send({ id, result: done });
}

function whenLetGo(answer: () => void): void {
  const timer = setInterval(() => {
    if (script().pay === 'held') return;
    clearInterval(timer);
    answer();
  }, 20);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Incoming;
  const { id, method, params } = message;
  appendFileSync(`${folder}/heard.jsonl`, `${line}\n`);
  if (method === 'tools/call' && params?.name === 'pay') return pay(message);
  if (id === undefined) return;
  if (script().silent?.includes(method ?? '') === true) return;
  if (script().unknown?.includes(method ?? '') === true)
    return send({ id, error: { code: -32_601, message: 'no such method' } });
  switch (method) {
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true }, logging: {} },
          serverInfo: { name: 'scripted', version: '1' },
        },
      });
    case 'tools/list':
      return send({ id, result: { tools: tools() } });
    case undefined:
      return;
    default:
      return send({ id, result: { content: [{ type: 'text', text: `${method} ${params?.name ?? ''}` }] } });
  }
});
