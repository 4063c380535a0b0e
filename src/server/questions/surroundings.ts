import { readPolicyFile } from '../approvals/policy-file.ts';
import type { ServerParts } from '../env.ts';
import type { Surroundings } from './subject.ts';

/** What stands beside the ledger on this server. Throws UsageError for a policy file that says nothing. */
export function surroundingsOf({
  settings,
  profiles,
}: Pick<ServerParts, 'settings' | 'profiles'>): Surroundings {
  const { records, documents, policyFile } = settings;
  return {
    ...(records === undefined ? {} : { records }),
    evidence: { sources: documents ?? null, profiles },
    policy: policyFile === undefined ? null : readPolicyFile(policyFile),
  };
}
