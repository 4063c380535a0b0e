import { randomBytes } from 'node:crypto';
import type { Ledger } from '../../src/ledger/index.ts';

/** The secret of a session of somebody with a passkey who has signed in; the person is made where there is none. */
export async function sessionOf({ people }: Pick<Ledger, 'people'>, person: string): Promise<string> {
  const { secret } = await people.invite({ person, life: 60_000, by: 'operator' });
  const passkey = randomBytes(16).toString('base64url');
  await people.enrol(secret, { id: passkey, publicKey: 'none', counter: 0, copied: false });
  const session = await people.sessions.open({ passkey, counter: 0, life: 3_600_000 });
  if (session === null) throw new Error(`${person} could not sign in`);
  return session.secret;
}
