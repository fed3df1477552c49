import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { openSqliteStore } from '@hermes-context/sessions';
import { chooseOperation, type Done, type Operation, perform } from './operations.fixture.ts';
import { seededRandom } from './seeded-random.fixture.ts';

/** What the child is told to do, until it is killed. */
export interface CrashJob {
  readonly path: string;
  readonly sessionId: string;
  readonly isNew: boolean;
  readonly seed: number;
}

/** What it tells: before it opens the store, and before and after each operation, in this order. */
export type CrashNote =
  | { readonly note: 'ready' | 'opening' | 'opened' }
  | { readonly note: 'begin'; readonly operation: Operation }
  | { readonly note: 'done'; readonly done: Done };

/** Written at once: what was written before a kill can be read after it. */
function tell(note: CrashNote): void {
  writeSync(1, `${JSON.stringify(note)}\n`);
}

async function work({ path, sessionId, isNew, seed }: CrashJob): Promise<void> {
  const random = seededRandom(seed);
  tell({ note: 'opening' });
  const store = await openSqliteStore(path);
  tell({ note: 'opened' });
  const run = async (operation: Operation): Promise<Done> => {
    tell({ note: 'begin', operation });
    const done = await perform(store, operation, `child ${seed}`);
    tell({ note: 'done', done });
    return done;
  };
  if (isNew) await run({ kind: 'create', sessionId });
  let current = sessionId;
  for (let step = 0; ; step += 1) {
    const operation = await chooseOperation(store, current, { random, key: `${seed}-${step}`, rotates: true });
    if (operation.kind === 'commit' || operation.kind === 'rotate') {
      // What comes while a summary is being written must be there after it.
      await run({ kind: 'append', sessionId: current, key: `${seed}-${step}-late`, count: random(3) });
    }
    const { nextId } = await run(operation);
    current = nextId ?? current;
  }
}

flushCompileCache(); // a process that is killed would leave nothing for the next one
tell({ note: 'ready' });
for await (const line of createInterface({ input: process.stdin })) await work(JSON.parse(line));
