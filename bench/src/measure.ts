/** Milliseconds of the fastest of several runs: what the work costs when nothing else interferes. */
export async function fastestMs<Input>(
  prepare: () => Input,
  work: (input: Input) => unknown,
  { runs }: { readonly runs: number },
): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const input = prepare();
    globalThis.gc?.(); // what was prepared must not be collected on the clock
    const started = performance.now();
    await work(input);
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest;
}
