import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { ServerSettings } from '../../server/env.ts';
import type { Tls } from '../../server/listen.ts';
import type { Webhook } from '../../server/notify/teller.ts';
import { checkedOrigin } from '../../server/security/hosts.ts';
import { shown } from '../../text/shown.ts';
import { executorsOf, recordsOf } from '../act/executors.ts';
import { actToolIn } from '../act/tool.ts';
import { readSources, sourceOptions } from '../evidence/sources.ts';
import { unreadable } from '../input.ts';
import { nobodyIn } from '../ledger/conversation.ts';
import { numberOption } from '../ledger/number-option.ts';
import { type Opened, withLedger } from '../ledger/open.ts';
import { readPrivate } from '../private-file.ts';
import type { Call, Verb } from '../verb.ts';

const usualPort = 8417;
const mostPorts = 65_535;
const loopback = ['127.0.0.1', '::1'] as const;

/** `serve`: the console for people and the API for programs. */
export const serve: Verb = {
  name: 'serve',
  group: 'Act',
  uses: 'ledger',
  summary: 'the console on which people decide, and the HTTP API for programs, on this machine until stopped',
  about:
    'People open http://localhost:8417 and sign in with the passkey that hearback person add let them make; programs send ' +
    'their key as Bearer to /api/v1. What acts here goes by the config file. It listens on this machine alone unless --host ' +
    'says otherwise, and then only with --tls-cert and --tls-key, or with --behind-proxy.',
  arguments: [],
  options: {
    host: { value: 'H', about: 'an address to listen at instead of this machine’s own two', isMany: true },
    port: { value: 'N', about: `${usualPort} unless given; 0 takes any that is free` },
    origin: { value: 'ORIGIN', about: 'where people open the console; http://localhost:PORT unless given' },
    'tls-cert': { value: 'FILE', about: 'the certificate, PEM' },
    'tls-key': { value: 'FILE', about: 'its key, PEM, in a file that nobody else may read' },
    'behind-proxy': {
      about:
        'a proxy stands in front that ends TLS, and nobody reaches --host but through it: what goes between the two is not ' +
        'encrypted, and the last address of its X-Forwarded-For is believed',
    },
    policy: { value: 'FILE', about: 'the policy file: limits, two persons, payment runs' },
    webhook: {
      value: 'URL',
      about:
        'tell it of new questions, of those whose time runs out and of unknown outcomes, signed with HEARBACK_WEBHOOK_SECRET',
    },
    sweep: { value: 'SECONDS', about: 'how often what time has changed is written down; 5 unless given' },
    ...sourceOptions,
  },
  exits: {
    0: 'it was stopped',
    1: 'it cannot go on',
    3: null,
    4: 'the ledger cannot be opened now: start it again later',
  },
  example: {
    command: 'hearback serve --host 0.0.0.0 --origin http://192.0.2.1:8417 --ledger office.ledger',
    output: [
      'hearback serve: 0.0.0.0 is not this machine alone: give --tls-cert and --tls-key, or say --behind-proxy',
      'see hearback serve --help',
    ].join('\n'),
    exit: 2,
  },
  run: (call) => {
    const where = placeOf(call);
    return withLedger(call, (opened) => run(call, opened, where));
  },
};

interface Where {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly tls?: Tls;
  readonly origin?: string;
}

/** Where to listen. Throws UsageError for what would send people's sessions over a network in the clear. */
function placeOf(call: Call): Where {
  const { options } = call;
  const port = numberOption(call, 'port', usualPort);
  if (port > mostPorts) throw new UsageError('usage/number', `--port is at most ${mostPorts}`);
  const tls = tlsOf(call);
  const origin = options.value('origin');
  const hosts = options.values('host');
  const far = hosts.find((host) => !['localhost', ...loopback].includes(host));
  const isBehind = options.has('behind-proxy');
  if (far !== undefined && tls === undefined && !isBehind)
    throw new UsageError(
      'usage/listen',
      `${shown(far)} is not this machine alone: give --tls-cert and --tls-key, or say --behind-proxy`,
    );
  if ((far !== undefined || isBehind) && origin === undefined)
    throw new UsageError('usage/origin', 'say where people open the console: --origin https://…');
  if (origin !== undefined && !isSafe(origin, tls !== undefined, isBehind))
    throw new UsageError(
      'usage/origin',
      `--origin ${shown(origin)}: people sign in over https, or on http://localhost`,
    );
  return {
    hosts: hosts.length === 0 ? loopback : hosts,
    port,
    ...(tls === undefined ? {} : { tls }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Browsers keep passkeys and sessions to https, and to http on this machine. */
function isSafe(origin: string, isTls: boolean, isBehind: boolean): boolean {
  if (checkedOrigin(origin).startsWith('https:')) return isTls || isBehind;
  return !isTls && !isBehind && new URL(origin).hostname === 'localhost';
}

function tlsOf({ options }: Call): Tls | undefined {
  const [cert, key] = [options.value('tls-cert'), options.value('tls-key')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError('usage/option', '--tls-cert and --tls-key are given together');
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readPrivate(key) };
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(cert, error);
  }
}

async function run(call: Call, opened: Opened, { origin, ...place }: Where): Promise<void> {
  const [{ startServer }, { jsonLog }, { keepUp }, { notifyPeople }] = await Promise.all([
    import('../../server/start.ts'),
    import('../../server/security/log.ts'),
    import('../../server/upkeep/keep-up.ts'),
    import('../../server/notify/notify.ts'),
  ]);
  const webhook = webhookOf(call);
  const { world } = call;
  const stopped = world.stop();
  const { ledger, store, profiles } = opened;
  const write = (line: string): void => {
    world.err.write(line);
    world.err.flush();
  };
  const log = jsonLog(write, () => Date.now());
  const upkeep = await keepUp({ ledger, store, log, every: numberOption(call, 'sweep', 5) * 1_000 });
  const clock = world.ledgerClock ?? upkeep.now;
  try {
    const standing = () => ({ ledger: nameOf(opened.location), verified: upkeep.verified() });
    const settings = { ...(await settingsOf(call, opened)), standing };
    const more = origin === undefined ? {} : { origin };
    const server = await startServer({ ledger, store, profiles, clock, log, place, settings, ...more });
    world.out.write(`console at ${server.parts.settings.origin}\n`);
    world.out.flush();
    const at = { ledger, store, profiles, clock, log, origin: server.parts.settings.origin };
    const telling = webhook === null ? null : notifyPeople({ ...at, webhook });
    await new Promise((resolve) => {
      if (stopped.aborted) resolve(null);
      stopped.addEventListener('abort', resolve, { once: true });
    });
    await telling?.stop();
    await server.close();
  } finally {
    await upkeep.stop();
  }
  log({ event: 'stopped' });
}

/** What people call the ledger. */
function nameOf(location: Opened['location']): string {
  if (location.kind === 'sqlite') return basename(location.path);
  const { host, pathname } = new URL(location.shown);
  return `${pathname.slice(1)} at ${host}`;
}

const shortestSecret = 16;

/** Where people are told. Throws UsageError for a secret that is none: an unsigned message could be anybody's. */
function webhookOf({ options, world }: Call): Webhook | null {
  const url = options.value('webhook');
  if (url === undefined) return null;
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new UsageError('usage/webhook', '--webhook is an https address, or an http one of this machine');
  const secret = world.environment['HEARBACK_WEBHOOK_SECRET'] ?? '';
  if (Buffer.byteLength(secret) < shortestSecret)
    throw new UsageError(
      'usage/webhook',
      `--webhook needs HEARBACK_WEBHOOK_SECRET, ${shortestSecret} bytes or more`,
    );
  return { url, secret };
}

async function settingsOf(call: Call, opened: Opened): Promise<Omit<ServerSettings, 'origin' | 'hosts'>> {
  const { options, world } = call;
  const at = { found: opened.found, environment: world.environment };
  const policyFile = options.value('policy');
  const hasSources = Object.keys(sourceOptions).some((name) => options.has(name));
  executorsOf(at); // what cannot be made is told now, and not to whoever asks for it first
  recordsOf({ ...at, ledger: nobodyIn(opened.ledger, 'main') });
  return {
    actTool: (handle) => actToolIn({ handle, opened, environment: world.environment }),
    records: (handle) => recordsOf({ ...at, ledger: handle }),
    behindProxy: options.has('behind-proxy'),
    ...(policyFile === undefined ? {} : { policyFile }),
    ...(hasSources ? { documents: (await readSources(call)).sources } : {}),
  };
}
