import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { expectOurs, makeStore, said, temporaryFolder, textsOf, whyNot } from './bad-places.fixture.ts';
import { openSqliteStore } from './sqlite-session-store.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

it('tells who waits for another process that the store was closed meanwhile', async () => {
  const path = join(folder, 'held.db');
  await makeStore(path);
  const store = await openSqliteStore(path);
  const script = fileURLToPath(new URL('./lock-holder.fixture.ts', import.meta.url));
  const holder = spawn(process.execPath, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const calls = [
    store.append('chat', [said('late')]),
    store.acquireLease({ sessionId: 'chat', holder: 'x' }),
    store.update('chat', { title: 'late' }),
  ].map(whyNot);
  await sleep(20);
  await store.close();
  for (const error of await Promise.all(calls)) expectOurs(error, 'closed');
  holder.stdin.write('end\n');
  await once(holder, 'close');
  const later = await openSqliteStore(path);
  expect(await textsOf(later)).toEqual(['hello']);
  await later.close();
});

it('ends a search, an export and a check that are at work, and calls nothing damaged', async () => {
  const path = join(folder, 'working.db');
  await makeStore(
    path,
    Array.from({ length: 2_000 }, (_, index) => said(`hay ${index}`)),
  );
  const store = await openSqliteStore(path);
  const exported = async (): Promise<void> => {
    for await (const record of store.exportSession('chat')) if (record.record === 'message') await sleep(0);
  };
  const calls = [
    store.search({ text: 'n.edle', mode: 'regex' }),
    store.search({ text: 'hay needle' }),
    exported(),
    store.check(),
  ].map(whyNot);
  await store.close();
  for (const error of await Promise.all(calls)) expectOurs(error, 'closed');
});
