/**
 * One run of `work` for all who ask for it in one turn of the loop. It begins after the last of them has asked: what was
 * written before anybody asked is seen by everybody.
 */
export function together(work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | null = null;
  return () => {
    next ??= Promise.resolve().then(() => {
      next = null;
      return work();
    });
    return next;
  };
}
