import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { makeStore, said, temporaryFolder, textsOf } from './bad-places.fixture.ts';
import { openSqliteStore } from './sqlite-session-store.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

const HELD_MS = 300;

/** Another process, in the middle of a transaction. */
async function holdLock(path: string): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  const script = fileURLToPath(new URL('./lock-holder.fixture.ts', import.meta.url));
  const holder = spawn(process.execPath, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return holder;
}

it('waits while another process writes, and lets the rest of this one go on meanwhile', async () => {
  const path = join(folder, 'held.db');
  await makeStore(path);
  const store = await openSqliteStore(path);
  const holder = await holdLock(path);
  let isAppended = false;
  const appended = store.append('chat', [said('later')]).then((result) => {
    isAppended = true;
    return result;
  });
  // Were the loop frozen, these would not be over before the other process is told to end.
  for (let waitedMs = 0; waitedMs < HELD_MS; waitedMs += 10) await sleep(10);
  expect(isAppended).toBe(false);
  expect(await textsOf(store)).toEqual(['hello']); // reading waits for nobody

  holder.stdin.write('end\n');
  expect(await appended).toMatchObject({ kind: 'appended', sequence: 2 });
  expect(await textsOf(store)).toEqual(['hello', 'later']);
  expect(holder.exitCode ?? (await once(holder, 'close'))[0]).toBe(0);
  await store.close();
});

it('can be opened while another process writes', async () => {
  const path = join(folder, 'opened.db');
  await makeStore(path);
  const holder = await holdLock(path);
  const store = await openSqliteStore(path);
  expect(await textsOf(store)).toEqual(['hello']);
  holder.stdin.write('end\n');
  await once(holder, 'close');
  await store.close();
});
