import { policyOf } from '../../act/config/policy-of.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Policy } from '../../ledger/policy/policy.ts';
import { memberPath } from '../../text/json.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../../text/shown.ts';
import { type Configured, configAt } from './executors.ts';

/** The policy of the config file that has a name. Throws UsageError where there is none. */
export function policyIn(configured: Configured, name: string): Policy {
  const { policies = {} } = configured.found.config;
  if (Object.hasOwn(policies, name))
    return policyOf(name, policies[name], configAt(configured, memberPath('$.policies', name)));
  const known = Object.keys(policies);
  const near = nearest(name, known);
  const others = known.length === 0 ? 'the config file has none' : `there are ${known.join(', ')}`;
  const advice = near === undefined ? others : `did you mean ${near}?`;
  throw new UsageError('usage/policy', `no policy ${shown(name)}; ${advice}`);
}
