import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mail, readInbox } from './inbox.ts';
import { type Cue, readScript } from './script.ts';
import { type Row, readTable } from './table.ts';

/** A supplier as the master file has it. */
export interface Supplier {
  readonly sup: string;
  readonly name: string;
  /** Sort code and number; null when the supplier collects by direct debit. */
  readonly account: string | null;
  readonly email: string;
  readonly phone: string;
}

/** One act that the principal approved: the record that handoffs are built from and checked against. */
export interface Approval {
  readonly apref: string;
  readonly approved: string;
  /** When the scheduler hands it over. */
  readonly release: string;
  /** Another approval whose act must have been done first. */
  readonly after?: string;
  /** When the principal took it back. */
  readonly withdrawn?: string;
  readonly note?: string;
  readonly record: Readonly<Record<string, string>>;
}

/** What can be planted; the first five say which value a slot gets. */
const faultKinds = ['draft', 'misread', 'resolve', 'execute', 'misreport', 'drop-reply', 'decline'] as const;
const valued: readonly string[] = faultKinds.slice(0, 5);

/** Something planted to go wrong: who does it, on which act, and with which value. */
export interface Fault {
  readonly name: string;
  readonly on: boolean;
  readonly what: (typeof faultKinds)[number];
  readonly ask: string;
  readonly item: string;
  readonly slot?: string;
  readonly value?: string;
}

/** What the company has decided once for every run. */
export interface Policy {
  readonly company: string;
  readonly principal: string;
  readonly run: string;
  readonly paid: string;
  /** What the run's total is in. */
  readonly currency: string;
  /** Payments above it need the principal's own answer. */
  readonly limit: string;
  /** How far net may lie above the order. */
  readonly orderTolerance: string;
  /** How long a statement of the payment tool may wait for its confirmation. */
  readonly statementMinutes: number;
  /** What the scheduler keeps to itself beside a handoff, by ask. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  /** How the principal answers what comes up while the run is paid. */
  readonly answers: Readonly<
    Record<'account differs' | 'undo', { readonly val: string; readonly says: string }>
  >;
}

/** Everything that a month-end starts from. */
export interface Folder {
  readonly path: string;
  readonly policy: Policy;
  readonly suppliers: readonly Supplier[];
  readonly orders: readonly Row[];
  /** Rows of the bank feed by day. */
  readonly feed: ReadonlyMap<string, readonly Row[]>;
  readonly inbox: readonly Mail[];
  readonly approvals: readonly Approval[];
  readonly faults: readonly Fault[];
  readonly script: readonly Cue[];
}

/** Reads a month-end's folder. Throws for a file that is missing or cannot be read, naming it. */
export function readFolder(path: string): Folder {
  const text = (name: string): string => readFileSync(join(path, name), 'utf8');
  const json = <T>(name: string): T => {
    try {
      return JSON.parse(text(name)) as T;
    } catch (error) {
      throw error instanceof SyntaxError ? new Error(`${name}: ${error.message}`) : error;
    }
  };
  const files = (name: string): string[] => readdirSync(join(path, name)).sort();
  const approvals = json<Approval[]>('approvals.json');
  return {
    path,
    policy: json<Policy>('policy.json'),
    suppliers: json<Supplier[]>('suppliers.json'),
    orders: readTable(text('purchase-orders.csv'), 'purchase-orders.csv'),
    feed: new Map(
      files('feed').map((name) => [name.replace('.csv', ''), readTable(text(`feed/${name}`), name)]),
    ),
    inbox: readInbox(text('inbox/october.mbox')),
    approvals,
    faults: json<Fault[]>('faults.json')
      .filter(({ on }) => on)
      .map((fault) => plantable(fault, approvals)),
    script: files('lines').flatMap((name) => readScript(text(`lines/${name}`), name)),
  };
}

/** The fault, where it can come about; else it would pass for one that nothing catches. */
function plantable(fault: Fault, approvals: readonly Approval[]): Fault {
  const { name, what, item, slot, value } = fault;
  const refused = (why: string): Error => new Error(`faults.json: ${JSON.stringify(name)} ${why}`);
  if (!faultKinds.includes(what)) throw refused(`has what=${what}; known are ${faultKinds.join(' ')}`);
  if (valued.includes(what) && (slot === undefined || value === undefined))
    throw refused(`needs a slot and its value`);
  if (!approvals.some(({ record }) => record['item'] === item))
    throw refused(`is about ${item}, and no approval is`);
  return fault;
}
