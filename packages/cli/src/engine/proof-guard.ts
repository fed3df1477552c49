// A thread beside the checks: what they run may loop for ever, and then hears of nothing.
import { workerData } from 'node:worker_threads';

/** Short enough that a loop which allocates cannot take much more than it may. */
const LOOK_EVERY_MS = 50;

const memoryBytes: unknown = workerData;
const parent = process.ppid;

function look(): void {
  const isOrphan = process.ppid !== parent;
  if (isOrphan || (typeof memoryBytes === 'number' && process.memoryUsage.rss() > memoryBytes)) {
    process.kill(process.pid, 'SIGKILL');
  }
}

setInterval(look, LOOK_EVERY_MS);
