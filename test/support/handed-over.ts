import { createHash } from 'node:crypto';
import { parse } from '../../src/codec/index.ts';
import type { AnyMessage } from '../../src/codec/message.ts';
import { propose } from '../../src/ledger/propose.ts';
import { HO0, record } from './ledger/lines.ts';
import type { Office } from './ledger/office.ts';

/** What a guard froze, and what it kept beside the handoff: nothing unless given. */
interface HandedOver {
  readonly call: string;
  readonly kept?: string;
}

/** HO0 in a person's name with a call behind its hash, as a guard writes it, and prepared: the statement's token. */
export async function handedOver({ payer, pays }: Office, { call, kept }: HandedOver): Promise<string> {
  const owner = { principal: 'm.okafor', agents: ['human'], person: true };
  const hash = createHash('sha256').update(call, 'utf8').digest('hex');
  const line = HO0.replace('scheduler-1', 'human-1')
    .replace('from=scheduler', 'from=human')
    .replace(' exp=', ` art=sha256:${hash} exp=`);
  const ho = parse(line).message as AnyMessage;
  const sent = await propose(payer, owner, ho, { record, ...(kept === undefined ? {} : { call: kept }) });
  if (sent.outcome === 'refused') throw new Error(JSON.stringify(sent));
  const prepared = await pays({ artifact: async () => call }).prepare({ handoff: 'human-1' });
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.token;
}
