import { parentPort } from 'node:worker_threads';
import { createHandlers, createLongHandlers } from './handlers.ts';
import { openFile } from './open-file.ts';
import type { StoreRequest } from './protocol.ts';
import { Scheduler } from './scheduler.ts';
import { spareTime } from './spare-time.ts';
import { failureOf } from './store-failure.ts';

/** The file that what follows is about. Nothing is sent for another one before the one in work was closed. */
export interface WorkerTask {
  readonly file: string;
}

const port = parentPort;
const clock = () => performance.now();
let file = '';
let scheduler: Scheduler | undefined;

port?.on('message', (message: WorkerTask | StoreRequest) => {
  if ('file' in message) file = message.file;
  else serve(message);
});

function serve(request: StoreRequest): void {
  try {
    scheduler ??= start();
    scheduler.accept(request);
  } catch (error) {
    // The file could not be opened: each call says so, and the next one tries again.
    port?.postMessage({ id: request.id, op: request.op, kind: 'failure', failure: failureOf(error, file) });
  }
}

function start(): Scheduler {
  const sql = openFile(file);
  const place = {
    location: file,
    handlers: createHandlers(sql),
    longHandlers: createLongHandlers(sql, clock),
    spareTime: () => spareTime(sql, clock),
    close: () => sql.db.close(),
    end: () => {
      scheduler = undefined;
    },
  };
  return new Scheduler(place, (answer) => port?.postMessage(answer));
}
