/** What ends the process unless somebody listens. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listen to the signals of this process. @returns The way out. */
export function watchSignals(onSignal: () => void): () => void {
  for (const signal of ENDINGS) process.on(signal, onSignal);
  return () => {
    for (const signal of ENDINGS) process.off(signal, onSignal);
  };
}
