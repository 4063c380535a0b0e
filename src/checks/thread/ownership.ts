/** A handoff as ownership sees it. */
interface Given {
  readonly from: string;
  readonly to: string;
  /** Whether a readback of it passes. */
  readonly passed: boolean;
}

/** Who has an item after one more of its handoffs, in the order in which they were sent; null before the first (spec 6.5). */
export function ownerAfter(owner: string | null, { from, to, passed }: Given): string {
  return passed ? to : (owner ?? from);
}

/**
 * The owner of one item, from its handoffs in the order in which they were sent: the receiver of the newest one whose
 * readback passed, before any the sender of the first; null without a handoff (spec 6.5).
 *
 * @example
 * ownerOf([{ from: 'a', to: 'b', passed: true }, { from: 'b', to: 'c', passed: false }]); // => 'b'
 */
export function ownerOf(handoffs: Iterable<Given>): string | null {
  let owner: string | null = null;
  for (const handoff of handoffs) owner = ownerAfter(owner, handoff);
  return owner;
}
