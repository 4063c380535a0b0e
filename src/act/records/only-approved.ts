/**
 * Under this key the values of a source say what people approved, by slot as written: nothing else may run. It goes along
 * wherever the values are spread into others.
 */
export const onlyApproved: unique symbol = Symbol('hearback: only what was approved');

/** What people approved, of values that a source gave; null where they say nothing of it. */
export function approvedOf(values: object): Readonly<Record<string, string>> | null {
  return (values as { readonly [onlyApproved]?: Readonly<Record<string, string>> })[onlyApproved] ?? null;
}
