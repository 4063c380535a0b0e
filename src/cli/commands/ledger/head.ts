import { headsText, signHeads } from '../../../ledger/proof/heads.ts';
import { canonicalJson } from '../../../text/canonical-json.ts';
import { plural } from '../../../text/plural.ts';
import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import { readPrivate, writeNew } from '../../private-file.ts';
import type { Verb } from '../../verb.ts';

/** `ledger head`: where every conversation stands, signed. */
export const head: Verb = {
  name: 'ledger head',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'the last entry of every conversation and its hash, signed with --sign',
  about:
    'Kept on another machine, signed heads show what was later cut off or written anew: ledger verify --heads. Give them to ' +
    'a command through a pipe, or to a file with --to, by a timer; a file is never written over, since older heads are evidence. ' +
    'openssl genpkey -algorithm ed25519 makes a key, openssl pkey -pubout its public half.',
  arguments: [],
  options: {
    sign: {
      value: 'KEY',
      about: 'sign with the Ed25519 key (PKCS #8, PEM) in this file, which nobody else may open',
    },
    to: { value: 'FILE', about: 'write them there; the file must not be there yet' },
  },
  example: {
    command: 'hearback ledger head --to heads.json --ledger office.ledger',
    output: 'heads.json: 0 conversations, not signed',
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const [key, to] = [call.options.value('sign'), call.options.value('to')];
      const heads = await ledger.head();
      const signed = key === undefined ? null : signHeads(heads, readPrivate(key));
      const text = signed === null ? canonicalJson(heads) : headsText(signed).trimEnd();
      const about = `${plural(heads.heads.length, 'conversation')}, ${signed === null ? 'not signed' : `signed with ${signed.key}`}`;
      const json = { ...(signed ?? heads) };
      if (to === undefined) return tell(call, { json, line: text, text: about });
      writeNew(to, `${text}\n`);
      tell(call, { json: { outcome: 'written', file: to, ...json }, text: `${escaped(to)}: ${about}` });
    }),
};
