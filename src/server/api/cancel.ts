import { type AnyMessage, parse } from '../../codec/index.ts';
import { makeCancel } from '../../compose/index.ts';
import type { Handle } from '../../ledger/ledger.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import { Refusing } from './refusing.ts';

const reasons = ['REVOKED', 'SUPERSEDED', 'EXPIRED', 'TIMEOUT'] as const;

/** The CX of a handoff, under the next id of the agent that sent it. Refuses a handoff that is not there or another's. */
export async function cancelOf(
  handle: Handle,
  profiles: Profiles,
  {
    id,
    why: given = 'REVOKED',
    tail,
  }: { readonly id: string; readonly why?: string; readonly tail?: string },
): Promise<AnyMessage> {
  const found = await handle.show(id);
  const line = found?.handoff?.id === id ? found.entry.line : null;
  if (line === null || line === undefined)
    throw new Refusing({
      status: 404,
      code: 'unknown-handoff',
      detail: 'there is no such handoff in this conversation',
    });
  const ho = parse(line, { profiles }).message;
  if (ho === null)
    throw new Refusing({
      status: 422,
      code: 'profile-changed',
      detail: 'the handoff cannot be read under the profiles of today',
    });
  if (!handle.agents.includes(ho.from))
    throw new Refusing({
      status: 403,
      code: 'principal-differs',
      detail: `${ho.id} was sent by ${ho.from}: only its principal takes it back`,
    });
  const why = reasons.find((one) => one === given);
  if (why === undefined)
    throw new Refusing({
      status: 400,
      code: 'request/unreadable',
      detail: `why is one of ${reasons.join(', ')}`,
    });
  const made = makeCancel({
    ho,
    why,
    id: await handle.nextId(ho.from),
    ...(tail === undefined ? {} : { tail }),
  });
  if (made.message === null)
    throw new Refusing({
      status: 422,
      code: 'unreadable',
      detail: made.diagnostics[0]?.message ?? 'the cancel is no line',
    });
  return made.message;
}
