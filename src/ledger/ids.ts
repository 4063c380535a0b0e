/** The largest number of an id that its writer chooses, and that those which the ledger gives out go on from. */
export const largestChosen = 1e15;

/** Above it a number is only a name: the ledger gives out no such id. Between the two the ids are the ledger's own. */
export const largestGiven = 1.1e15;

/** The number of an id of an agent; beyond what a number can hold exactly it says only that it is large. */
export function numberOf(id: string, agent: string): number {
  return Number(id.slice(agent.length + 1));
}

/** Whether an id is one that the ledger alone gives out: `last` is the largest that it knows of the agent. */
export function isLedgersOwn(id: string, agent: string, last: number): boolean {
  const number = numberOf(id, agent);
  return number > largestChosen && number <= largestGiven && number > last;
}

/** Whether the ids that the ledger gives out go on from this number. */
export function isCounted(number: number, last: number): boolean {
  return number > last && number <= largestGiven;
}
