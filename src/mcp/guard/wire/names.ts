import { isMembers, type Members } from '../mapping/arguments.ts';

/** The names that decide what a message asks for, and in whose turn. */
const ofMessage: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
/** The names that decide which tool a call runs, and with what. */
const ofCall: readonly string[] = ['name', 'arguments'];

/**
 * The first member that is written like one of the protocol's and is not it, `Method` or `params.Name`; null for none. A
 * server that is not particular about names, as many JSON readers are not, would run what the guard has not read.
 */
export function likeName(message: Members): string | null {
  const { method, params } = message;
  const ofParams = method === 'tools/call' && isMembers(params) ? likeOneOf(ofCall, params) : null;
  return likeOneOf(ofMessage, message) ?? ofParams;
}

function likeOneOf(names: readonly string[], members: Members): string | null {
  return Object.keys(members).find((name) => !names.includes(name) && names.includes(bareName(name))) ?? null;
}

/** What is left of a name for a reader that is not particular: only letters and digits count, case does not, NUL ends it. */
export function bareName(name: string): string {
  const [read = ''] = name.split('\0');
  return read
    .normalize('NFKC')
    .toUpperCase() // ı and ß are I and SS there
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
