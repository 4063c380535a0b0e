import { closeWork } from './relays.ts';
import type { Handoff, ThreadState } from './state.ts';
import { tellConfirmedVoid } from './voids.ts';

/** A handoff has ended, or its CX is acknowledged: what only an open one needs is let go. */
export function settle(state: ThreadState, handoff: Handoff): void {
  tellConfirmedVoid(state, handoff);
  handoff.confirmedVoid = null;
  handoff.message = null;
  for (const readback of handoff.readbacks ?? []) readback.message = null;
  handoff.readbacks = null;
  if (handoff.cancel !== null) handoff.cancel.message = null;
  closeWork(state, handoff);
}
