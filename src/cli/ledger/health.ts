import type { Promised } from '../../ledger/report.ts';
import { capsOf } from '../../ledger/settings.ts';
import type { Config } from '../config/config.ts';
import type { Opened } from './open.ts';

/** What a promise is about, beside those of the store: the ledger's life, its principals, and what the config file lets pass. */
export async function healthOf({ store, ledger, found: { config } }: Opened): Promise<readonly Promised[]> {
  const { quarantined, epoch } = await store.epoch();
  const { openHandoffs, liveStatements } = capsOf(config.caps);
  const principals = (await ledger.principals.list()).filter(({ revoked }) => revoked === null);
  return [
    {
      promise: 'the ledger is no copy whose world went on without it',
      holds: !quarantined,
      because: quarantined
        ? `QUARANTINED: it was restored or copied (epoch ${epoch}); what was confirmed in its older life is settled before anything runs: hearback reconcile --restored`
        : `its epoch ${epoch} is settled`,
    },
    {
      promise: 'every line is stamped with who brought it',
      holds: principals.length > 0,
      because:
        principals.length === 0
          ? 'there is no principal: hearback principal add'
          : `principals: ${principals.length}`,
    },
    {
      promise: 'nobody floods the ledger',
      holds: true,
      because: `one principal may have ${openHandoffs} open handoffs and ${liveStatements} live statements`,
    },
    ...settled(config),
  ];
}

/** Guards that the config file takes away. */
function settled({ selfConfirm = false, elsewhere = [], postgres }: Config): readonly Promised[] {
  return [
    {
      promise: 'who executes an act has not confirmed it too',
      holds: !selfConfirm,
      because: `selfConfirm is ${selfConfirm}`,
    },
    {
      promise: 'an act that cannot be undone runs through the act tool alone',
      holds: elsewhere.length === 0,
      because:
        elsewhere.length === 0
          ? 'elsewhere is empty'
          : `elsewhere takes the receiver’s word for ${elsewhere.join(', ')}`,
    },
    ...(postgres?.acceptDataLoss === true
      ? [
          {
            promise: 'a database that loses what was acknowledged is refused',
            holds: false,
            because: 'acceptDataLoss is true in the config file',
          },
        ]
      : []),
  ];
}
