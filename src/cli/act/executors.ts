import type { ConfigAt } from '../../act/config/checked.ts';
import { executorOf } from '../../act/config/executor-of.ts';
import { sourceOf } from '../../act/config/source-of.ts';
import type { Executor } from '../../act/executor.ts';
import { approvedOf, onlyApproved } from '../../act/records/only-approved.ts';
import type { Source } from '../../act/records/rows.ts';
import { SourceError } from '../../act/records/source-error.ts';
import type { Values } from '../../act/tool.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { memberPath } from '../../text/json.ts';
import type { FoundConfig } from '../config/config.ts';

/** A config file, and the environment from which secrets are read by name. */
export interface Configured {
  readonly found: FoundConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The conversation whose approvals are a source. */
  readonly ledger?: Handle;
}

/** The executors of the config file, by ask. Throws UsageError for two of one name: a statement knows its executor by it. */
export function executorsOf(configured: Configured): Readonly<Record<string, Executor>> {
  const names = new Map<string, string>();
  const { executors = {} } = configured.found.config;
  const made = Object.entries(executors).map(([ask, json]) => {
    const path = memberPath('$.executors', ask);
    const executor = executorOf(json, configAt(configured, path));
    const text = JSON.stringify(json);
    const same = names.get(executor.name);
    if (same !== undefined && same !== text) {
      const place = configured.found.placeOf(path);
      throw new UsageError(
        'usage/config',
        `${place} at ${path}: another executor is called ${executor.name} too`,
      );
    }
    names.set(executor.name, text);
    return [ask, executor] as const;
  });
  return Object.fromEntries(made);
}

/** The records of the config file as one source. Throws SourceError where two of them say otherwise of one slot. */
export function recordsOf(configured: Configured): Source {
  const { sources = [] } = configured.found.config;
  const all = sources.map((json, at) => sourceOf(json, configAt(configured, memberPath('$.sources', at))));
  return async (ho) => {
    const values: Record<string, Values[string]> = {};
    let approved: Values | null = null;
    for (const source of all) {
      const given = await source(ho);
      approved ??= approvedOf(given);
      for (const [slot, value] of Object.entries(given)) {
        if (Object.hasOwn(values, slot) && values[slot] !== value) {
          throw new SourceError('source/ambiguous', `two sources of the config file differ on ${slot}`);
        }
        values[slot] = value;
      }
    }
    return approved === null ? values : { ...values, [onlyApproved]: approved };
  };
}

/** Where config data at a path is from. */
export function configAt({ found, environment, ledger }: Configured, path: string): ConfigAt {
  const { placeOf, folder } = found;
  return { path, placeOf, folder, environment, ...(ledger === undefined ? {} : { ledger }) };
}
