import type { Writable } from 'node:stream';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { McpParts } from '../../mcp/parts.ts';
import { scopes, scopesOf } from '../../mcp/scope.ts';
import { takeStdout } from '../../mcp/take-stdout.ts';
import { escaped } from '../../text/shown.ts';
import { configOf } from '../config/read.ts';
import { Stopped } from '../failure.ts';
import { keyOf } from '../ledger/key.ts';
import { numberOption } from '../ledger/number-option.ts';
import type { Opened } from '../ledger/open.ts';
import { consoleOf, isOverHttp } from '../ledger/serving.ts';
import { skillFiles } from '../skill-files.ts';
import type { Call, Verb } from '../verb.ts';
import { version } from '../version.ts';

/** `mcp`: the tools for agents. */
export const mcp: Verb = {
  name: 'mcp',
  group: 'Beside an agent',
  uses: 'conversation',
  summary: 'serve the checks, the ledger and the act tool to agents over MCP: stdio, or HTTP on this machine',
  about:
    'Over stdio it speaks for the principal whose key it is given; over HTTP for the one whose key is in Authorization: ' +
    'Bearer of each request. A person’s key is refused: people answer on the console. Without a ledger there are the ' +
    'tools that look at lines alone. Standard output carries JSON-RPC and nothing else.',
  arguments: [],
  options: {
    http: {
      value: 'PORT',
      about: 'serve at http://127.0.0.1:PORT/mcp in place of stdio; 0 is any free port',
    },
    scope: {
      value: 'SCOPES',
      about: `what callers may do, joined with commas: ${Object.keys(scopes).join(', ')}; all unless given. PRINCIPAL=SCOPES is for one of them`,
      isMany: true,
    },
    console: { value: 'URL', about: 'where people answer questions; else HEARBACK_CONSOLE' },
    'withhold-text': { about: 'tell only the length of what others wrote freely: tails, artifacts, x_ keys' },
    origin: {
      value: 'URL',
      about:
        'with --http: the origin of a proxy before it, as in https://mcp.example; its name is answered to as well',
    },
  },
  example: {
    command: `echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | hearback mcp --key-file shop.key --ledger office.ledger`,
    output: '{"result":{},"jsonrpc":"2.0","id":1}',
  },
  run: async (call) => {
    const isHttp = isOverHttp(call);
    const settings = settingsOf(call);
    // before the ledger is opened: what a driver prints there would be read by the client (F22)
    const stdout = isHttp ? null : takeStdout();
    if (hasLedger(call)) {
      const { withLedger } = await import('../ledger/open.ts');
      return withLedger(call, (opened) => serve(call, opened, settings, stdout));
    }
    if (isHttp) throw new UsageError('usage/ledger', '--http needs a ledger: keys are its principals’');
    return serve(call, null, settings, stdout);
  },
};

type Settings = Pick<McpParts, 'scopes' | 'console' | 'withhold'>;

function settingsOf(call: Call): Settings {
  const { options } = call;
  return {
    scopes: scopesOf(options.values('scope')),
    console: consoleOf(call),
    withhold: options.has('withhold-text'),
  };
}

/** Whether a ledger is named anywhere. */
function hasLedger(call: Call): boolean {
  const { options, world } = call;
  return Boolean(
    options.value('ledger') ?? (world.environment['HEARBACK_LEDGER'] || configOf(call).config.ledger),
  );
}

/** Serves over stdio where standard output was taken for it, else over HTTP. */
async function serve(
  call: Call,
  opened: Opened | null,
  settings: Settings,
  stdout: Writable | null,
): Promise<void> {
  const parts = partsOf(call, opened, settings);
  if (stdout === null) return serveHttp(call, parts);
  const key = opened === null ? null : keyOf(call, opened.found);
  return serveStdio(call, parts, key, stdout);
}

function partsOf(call: Call, opened: Opened | null, settings: Settings): McpParts {
  const { world, options, profiles } = call;
  const conversation = options.value('conversation') ?? opened?.found.config.conversation;
  return {
    ...settings,
    ledger: opened?.ledger ?? null,
    ...(conversation === undefined ? {} : { conversation }),
    actTool: async (handle) => {
      if (opened === null) throw new UsageError('usage/ledger', 'nothing is acted on without a ledger');
      const { actToolIn } = await import('../act/tool.ts');
      return actToolIn({ opened, handle, environment: world.environment });
    },
    profiles: opened?.profiles ?? profiles,
    now: world.clock,
    skill: skillFiles(),
    version: version(),
    log: (text) => {
      world.err.write(`hearback mcp: ${escaped(text)}\n`);
      world.err.flush();
    },
  };
}

async function serveStdio(
  { world }: Call,
  parts: McpParts,
  key: string | null,
  stdout: Writable,
): Promise<void> {
  const [{ serveOnStdio }, { callerOf, strangers }] = await Promise.all([
    import('../../mcp/stdio.ts'),
    import('../../mcp/caller.ts'),
  ]);
  const caller = parts.ledger === null ? null : await callerOf(parts.ledger, key, parts.conversation);
  if (typeof caller === 'string') throw new Stopped(caller, strangers[caller]);
  await serveOnStdio(parts, caller, { stdin: process.stdin, stdout, signal: world.stop() });
}

async function serveHttp(call: Call, parts: McpParts): Promise<void> {
  const [{ allowedAt }, { mcpOverHttp }, { listen, loopback }] = await Promise.all([
    import('../../mcp/gate.ts'),
    import('../../mcp/http.ts'),
    import('../../server/listen.ts'),
  ]);
  const { options, world } = call;
  const origin = options.value('origin');
  const place = { hosts: loopback, port: numberOption(call, 'http', 0) };
  let close = async (): Promise<void> => undefined;
  const listening = await listen(place, (port) => {
    const serving = mcpOverHttp(parts, allowedAt(port, origin));
    close = serving.close;
    return (request) => serving.fetch(request);
  });
  world.err.write(`MCP at http://127.0.0.1:${listening.port}/mcp\n`);
  world.err.flush();
  const stopped = world.stop();
  if (!stopped.aborted)
    await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
  await Promise.all([close(), listening.close(patience)]);
}

/** Milliseconds that calls have to end in when the server is told to. */
const patience = 5_000;
