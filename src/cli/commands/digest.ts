import { digest as digestOf, fullDigest } from '../../codec/index.ts';
import { eachLine } from '../each-line.ts';
import type { Verb } from '../verb.ts';

/** `digest`: the h= of a line. */
export const digest: Verb = {
  name: 'digest',
  group: 'Read and write lines',
  summary: "a line's digest, as a readback carries it in h=",
  arguments: [{ name: 'LINE', about: 'the line; - or @file may hold several' }],
  example: {
    command: 'hearback digest "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002"',
    output: '216a1e6f9750',
  },
  run: (call) =>
    eachLine(call, (message) => ({
      product: digestOf(message),
      json: { digest: digestOf(message), sha256: fullDigest(message) },
    })),
};
