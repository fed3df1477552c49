/** Run something of a stranger's at once; a throw becomes a rejection, so that one place handles both. */
export async function settle(run: () => unknown): Promise<unknown> {
  return run();
}
