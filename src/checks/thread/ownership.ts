/** A handoff as ownership sees it; `order` grows in the order in which handoffs were sent. */
export interface Given {
  readonly from: string;
  readonly to: string;
  readonly order: number;
}

/** Who has an item, and the order of the handoff that gave it; null while none was read back. */
export interface Owner {
  readonly agent: string;
  readonly by: number | null;
}

/** An item on which a handoff was sent: it stays where it was, at first with the sender (spec 6.5). */
export function afterSending(owner: Owner | undefined, { from }: Given): Owner {
  return owner ?? { agent: from, by: null };
}

/** An item on which a handoff's readback passed: the receiver of the newest such handoff has it. */
export function afterReadback(owner: Owner | undefined, { to, order }: Given): Owner {
  return owner?.by != null && owner.by > order ? owner : { agent: to, by: order };
}

/** An item on which a handoff's only readback turned out void: what it gave goes back to its sender. */
export function afterVoiding(owner: Owner | undefined, { from, order }: Given): Owner {
  return owner === undefined || owner.by === order ? { agent: from, by: null } : owner;
}

/**
 * The owner of one item, from its handoffs in the order in which they were sent: the receiver of the newest one whose
 * readback passed, before any the sender of the first; null without a handoff (spec 6.5).
 *
 * @example
 * ownerOf([{ from: 'a', to: 'b', passed: true }, { from: 'b', to: 'c', passed: false }]); // => 'b'
 */
export function ownerOf(
  handoffs: Iterable<{ readonly from: string; readonly to: string; readonly passed: boolean }>,
): string | null {
  let owner: Owner | undefined;
  let order = 0;
  for (const { from, to, passed } of handoffs) {
    const given = { from, to, order: order++ };
    owner = passed ? afterReadback(owner, given) : afterSending(owner, given);
  }
  return owner?.agent ?? null;
}
