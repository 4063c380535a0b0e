import { isIP } from 'node:net';

/** Whether what is sent there is read by nobody on the way: https, or this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost') return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}
