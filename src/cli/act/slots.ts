import type { Values } from '../../act/tool.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { readRecordArgument } from '../exchange.ts';
import type { Call } from '../verb.ts';

/** Values by slot that an option gives as JSON; undefined when it is not given. */
export async function slotsOf(call: Call, name: string): Promise<Values | undefined> {
  const word = call.options.value(name);
  if (word === undefined) return undefined;
  const given = await readRecordArgument(call, word);
  for (const [slot, value] of Object.entries(given)) {
    if (!isValue(value))
      throw new UsageError(
        'usage/values',
        `--${name}: ${slot} is a text, a number, true, false or a list of texts`,
      );
  }
  return given as Values; // every value is one
}

function isValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}
