import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import { Stopped } from '../failure.ts';
import { readLineArgument } from '../input.ts';
import type { Room } from '../ledger/conversation.ts';
import type { Argument, Call } from '../verb.ts';

/** The argument by which verbs take a statement. */
export const tokenArgument: Argument = {
  name: 'TOKEN',
  about: 'the token, or the readback line that carries it as x_tok=; or - or @file',
};

/**
 * The token that an argument gives. A readback line has to be the one that the ledger holds under its token: who answers
 * by the line answers for what stands on it, and for nothing else.
 */
export async function tokenOf(
  call: Call,
  word: string,
  { handle, opened: { profiles } }: Room,
): Promise<string> {
  if (/^[A-Za-z0-9_-]{22}$/.test(word)) return word;
  if (!/^(?:-$|@|RW1\s)/.test(word)) {
    throw new UsageError('usage/token', `${shown(word)} is no token: 22 letters, digits, _ and -`);
  }
  const { line, message, diagnostics } = await readLineArgument(
    { ...call, reading: { ...call.reading, profiles } }, // the config file's too
    word,
    'TOKEN',
  );
  const token = message?.slots['x_tok'];
  if (message === null) {
    throw new UsageError('usage/token', `the line cannot be read: ${diagnostics[0]?.message}`);
  }
  if (message.type !== 'RB' || typeof token !== 'string') {
    throw new UsageError('usage/token', `the line is no readback with x_tok=`);
  }
  const statement = await handle.statement(token);
  if (statement === null) return token; // told as an unknown token
  const held = await handle.show(statement.readback);
  if (held?.entry.line === line) return token;
  throw new Stopped(
    'line-differs',
    `the ledger's readback under x_tok=${shown(token)} is another line; what you have in front of you is not what would run`,
  );
}
