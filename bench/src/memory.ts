// Runs in a process of its own: builds a list, compresses it once, and prints by how much the peak
// exceeded the size of the list itself.
import { compressOnce } from './compress-once.ts';
import { syntheticList } from './synthetic-list.ts';

const count = Number(process.argv[2] ?? 100_000);
const collect = (): void => globalThis.gc?.();

await compressOnce(syntheticList(1_000)); // code is compiled and loaded before anything is weighed
collect();
const empty = process.memoryUsage().heapUsed;
const list = syntheticList(count);
collect();
const listBytes = process.memoryUsage().heapUsed - empty;
const rssBefore = process.memoryUsage().rss;
await compressOnce(list);
const peakBytes = process.resourceUsage().maxRSS * 1024;
// Kept alive to here, or the collector would be free to take it early.
process.stdout.write(JSON.stringify({ count: list.length, listBytes, extraBytes: Math.max(0, peakBytes - rssBefore) }));
