import { once } from 'node:events';
import { Readable } from 'node:stream';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { callerOf, strangers } from '../../../mcp/caller.ts';
import { bind, type GuardOptions } from '../../../mcp/guard/bind.ts';
import { type ReadPolicy, readPolicy } from '../../../mcp/guard/policy/read.ts';
import { guardStdio } from '../../../mcp/guard/serve-stdio.ts';
import type { OpenLink } from '../../../mcp/guard/wire/link.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { Stopped } from '../../failure.ts';
import { bytesOfFile, textOf } from '../../input.ts';
import { keyOf } from '../../ledger/key.ts';
import { numberOption } from '../../ledger/number-option.ts';
import { type Opened, withLedger } from '../../ledger/open.ts';
import { consoleOf, isOverHttp } from '../../ledger/serving.ts';
import type { Sink } from '../../sink.ts';
import type { Call, Verb } from '../../verb.ts';
import { policyOption, serverArgument, serverOf, upstreamOption } from './server.ts';

/** `guard`: in front of a server that others wrote. */
export const guard: Verb = {
  name: 'guard',
  group: 'Beside an agent',
  uses: 'conversation',
  summary:
    'stand in front of an MCP server: tools that the policy guards run only when somebody else has confirmed the call',
  about:
    'A client starts this in the place of the server. What the policy guards is prepared, and runs once its approver has ' +
    'confirmed it, with exactly the arguments that were frozen; all else passes untouched. The key is the caller’s, which never ' +
    'confirms its own calls. Every line on standard output is the server’s or a message of the protocol. With --http clients ' +
    'connect to it instead, each with its own key in Authorization: Bearer, and with a server of its own a session, or a key.',
  arguments: [serverArgument],
  options: {
    policy: policyOption,
    upstream: upstreamOption,
    agent: { value: 'NAME', about: 'which of the caller’s agents the calls are, where it speaks as several' },
    http: {
      value: 'PORT',
      about: 'serve clients at http://127.0.0.1:PORT/mcp in place of stdio; 0 is any free port',
    },
    origin: {
      value: 'URL',
      about:
        'with --http: the origin of a proxy before it, as in https://mcp.example; its name is answered to as well',
    },
    console: { value: 'URL', about: 'where people answer; else HEARBACK_CONSOLE' },
  },
  exits: { 0: 'the client has ended' },
  example: {
    command:
      'hearback guard --policy no-such.json --key-file shop.key --ledger office.ledger -- node server.js',
    output:
      'hearback guard: cannot read no-such.json (ENOENT); there is no such file\nsee hearback guard --help',
    exit: 2,
  },
  run: async (call) => {
    const { options } = call;
    const serve = isOverHttp(call) ? serveHttp : serveStdio;
    const open = serverOf(call);
    const file = options.value('policy') as string; // required
    const read = readPolicy(shown(file), textOf(bytesOfFile(file), shown(file)));
    await withLedger(call, (opened) => serve(call, { opened, read, open, signal: call.world.stop() }));
  },
};

interface Guarding {
  readonly opened: Opened;
  readonly read: ReadPolicy;
  readonly open: OpenLink;
  readonly signal: AbortSignal;
}

/** Guards for the caller whose key it is given; all is held against the ledger before anything passes. */
async function serveStdio(call: Call, { opened, read, open, signal }: Guarding): Promise<void> {
  const { world } = call;
  const caller = await callerOf(opened.ledger, keyOf(call, opened.found), conversationOf(call, opened));
  if (caller === 'no-key') throw new UsageError('usage/key', strangers[caller]);
  if (typeof caller === 'string') throw new Stopped(caller, strangers[caller]);
  await guardStdio({
    parts: await bind({ ...optionsOf(call, opened, read), caller }),
    open,
    input: streamOf(world.stdin()),
    write: linesTo(world.out),
    signal,
  });
}

/** Standard input itself, so that it can be let go of: what is made of it would wait for its next bytes first. */
function streamOf(stdin: AsyncIterable<Uint8Array>): Readable {
  return stdin instanceof Readable ? stdin : Readable.from(stdin, { objectMode: false });
}

/** Writes lines; those of one turn of the event loop go out together. */
function linesTo(out: Sink): (text: string) => void {
  let isWaiting = false;
  const flush = (): void => {
    isWaiting = false;
    out.flush();
  };
  return (text) => {
    out.write(`${text}\n`);
    if (isWaiting) return;
    isWaiting = true;
    process.nextTick(flush);
  };
}

/** Guards for every caller whose key a request shows. */
async function serveHttp(call: Call, { opened, read, open, signal }: Guarding): Promise<void> {
  const [{ allowedAt }, { guardHttp }, { listen, loopback }] = await Promise.all([
    import('../../../mcp/gate.ts'),
    import('../../../mcp/guard/serve-http.ts'),
    import('../../../server/listen.ts'),
  ]);
  const { options, world } = call;
  const conversation = conversationOf(call, opened);
  const place = { hosts: loopback, port: numberOption(call, 'http', 0) };
  let close = async (): Promise<void> => undefined;
  const listening = await listen(place, (port) => {
    const serving = guardHttp({
      ...optionsOf(call, opened, read),
      open,
      allowed: allowedAt(port, options.value('origin')),
      ...(conversation === undefined ? {} : { conversation }),
    });
    close = serving.close;
    return serving.fetch;
  });
  world.err.write(`guard at http://127.0.0.1:${listening.port}/mcp\n`);
  world.err.flush();
  if (!signal.aborted) await once(signal, 'abort');
  await close();
  await listening.close(patience);
}

/** Milliseconds that answers have to be read in when the guard is told to end. */
const patience = 2_000;

function conversationOf({ options }: Call, { found }: Opened): string | undefined {
  return options.value('conversation') ?? found.config.conversation;
}

function optionsOf(call: Call, { ledger }: Opened, read: ReadPolicy): Omit<GuardOptions, 'caller'> {
  const { options, world } = call;
  const agent = options.value('agent');
  return {
    ledger,
    read,
    ...(agent === undefined ? {} : { agent }),
    console: consoleOf(call),
    log: (text) => {
      world.err.write(`hearback guard: ${escaped(text)}\n`);
      world.err.flush();
    },
  };
}
