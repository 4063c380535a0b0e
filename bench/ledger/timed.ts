/** Seconds a case. */
export async function timed(cases: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000 / cases;
}
