import { Readable } from 'node:stream';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { callerOf, strangers } from '../../../mcp/caller.ts';
import { bind } from '../../../mcp/guard/bind.ts';
import type { GuardParts } from '../../../mcp/guard/parts.ts';
import { type ReadPolicy, readPolicy } from '../../../mcp/guard/policy/read.ts';
import { guardStdio } from '../../../mcp/guard/serve-stdio.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { Stopped } from '../../failure.ts';
import { bytesOfFile, textOf } from '../../input.ts';
import { keyOf } from '../../ledger/key.ts';
import { type Opened, withLedger } from '../../ledger/open.ts';
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
    'confirms its own calls. Every line on standard output is the server’s or a message of the protocol.',
  arguments: [serverArgument],
  options: {
    policy: policyOption,
    upstream: upstreamOption,
    agent: { value: 'NAME', about: 'which of the caller’s agents the calls are, where it speaks as several' },
    console: { value: 'URL', about: 'where people answer; else HEARBACK_CONSOLE' },
  },
  exits: { 0: 'the client has ended' },
  example: {
    command:
      'hearback guard --policy no-such.json --key-file shop.key --ledger office.ledger -- node server.js',
    output: 'hearback guard: cannot read no-such.json (ENOENT)\nsee hearback guard --help',
    exit: 2,
  },
  run: async (call) => {
    const { options, world } = call;
    const open = serverOf(call);
    const file = options.value('policy') as string; // required
    const read = readPolicy(shown(file), textOf(bytesOfFile(file), shown(file)));
    await withLedger(call, async (opened) => {
      const parts = await partsOf(call, opened, read);
      const stop = new AbortController();
      const end = (): void => stop.abort();
      process.once('SIGTERM', end).once('SIGINT', end);
      try {
        await guardStdio({
          parts,
          open,
          input: Readable.from(world.stdin(), { objectMode: false }),
          write: (text) => {
            world.out.write(`${text}\n`);
            world.out.flush();
          },
          signal: stop.signal,
        });
      } finally {
        process.off('SIGTERM', end).off('SIGINT', end);
      }
    });
  },
};

/** What the guard works with, held against the ledger before anything passes. */
async function partsOf(call: Call, opened: Opened, read: ReadPolicy): Promise<GuardParts> {
  const { options, world } = call;
  const conversation = options.value('conversation') ?? opened.found.config.conversation;
  const caller = await callerOf(opened.ledger, keyOf(call, opened.found), conversation);
  if (caller === 'no-key') throw new UsageError('usage/key', strangers[caller]);
  if (typeof caller === 'string') throw new Stopped(caller, strangers[caller]);
  const agent = options.value('agent');
  return bind({
    ledger: opened.ledger,
    read,
    caller,
    ...(agent === undefined ? {} : { agent }),
    console: consoleOf(call),
    log: (text) => {
      world.err.write(`hearback guard: ${escaped(text)}\n`);
      world.err.flush();
    },
  });
}

function consoleOf({ options, world }: Call): string | null {
  const given = options.value('console') ?? world.environment['HEARBACK_CONSOLE'];
  if (given === undefined || given === '') return null;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError('usage/option', `--console ${shown(given)} is no address of a web page`);
  return given.replace(/\/+$/, '');
}
