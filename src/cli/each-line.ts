import type { AnyMessage } from '../codec/index.ts';
import { linesOfArgument, readLine } from './input.ts';
import type { Call } from './verb.ts';

/** What a verb makes of one message: the text to print, and the members of its JSON object. */
interface Made {
  readonly product: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Reads each line of the first argument and prints what `make` makes of it; a refused line is told instead. */
export async function eachLine(call: Call, make: (message: AnyMessage) => Made): Promise<void> {
  for (const given of await linesOfArgument(call, call.words[0] as string, 'LINE')) {
    const { line, message, diagnostics } = readLine(call, given);
    if (message === null) call.report.result({ diagnostics, product: null, json: { line } });
    else {
      const { product, json } = make(message);
      call.report.result({ diagnostics, product, json: { line, ...json } });
    }
  }
}
