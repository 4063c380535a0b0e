import { z } from 'zod';
import { parse } from '../codec/index.ts';
import { refusal } from './answer.ts';
import { type At, Refusing } from './tool.ts';

/** How a tool takes a statement. */
export const statement: z.ZodType<string> = z
  .string()
  .min(1)
  .describe('The token of the statement, or the readback line that carries it as x_tok=');

/**
 * The token of a statement. A readback line has to be the very one that the ledger holds under its token: who answers by
 * the line answers for what stands on it. Throws a Refusing for another.
 */
export async function tokenOf(given: string, at: At): Promise<string> {
  if (/^[A-Za-z0-9_-]{22}$/.test(given)) return given;
  const { message } = parse(given, at.reading);
  const token = message?.slots['x_tok'];
  if (message?.type !== 'RB' || typeof token !== 'string')
    throw new Refusing(
      refusal(
        'no-token',
        'That is no token and no readback that carries one.',
        'Give the token of 22 characters: prepare returned it, and open lists it.',
      ),
    );
  const handle = await at.handle();
  const held = await handle.statement(token);
  if (held === null) return token; // told as an unknown token
  if ((await handle.show(held.readback))?.entry.line === given) return token;
  throw new Refusing(
    refusal(
      'line-differs',
      'The ledger’s readback under that token is another line: what you have is not what would run.',
      'Confirm nothing; look at the statement with open.',
    ),
  );
}
