import type { Fault, Folder } from '../read/folder.ts';

/** The values that a planted fault puts in the place of the right ones, on this act; undefined when none is planted. */
export function plantedFault(
  { folder }: { readonly folder: Folder },
  what: Fault['what'],
  { ask, item }: { readonly ask?: string; readonly item?: string },
): Readonly<Record<string, string>> | undefined {
  const fault = folder.faults.find((one) => one.what === what && one.ask === ask && one.item === item);
  if (fault === undefined) return undefined;
  return fault.slot === undefined || fault.value === undefined ? {} : { [fault.slot]: fault.value };
}
