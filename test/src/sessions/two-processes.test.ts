import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SessionRecord } from '@hermes-context/sessions';
import { afterAll, expect, it } from 'vitest';
import { checkHistory, type HistoryEntry } from './check-history.fixture.ts';
import { startChild } from './child-lines.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'hermes-two-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const OPERATIONS = 500;

it('gives two processes on the same sessions one history, in which nothing is lost or doubled', async () => {
  const path = join(folder, 'sessions.db');
  const sessionIds = ['one', 'two'];
  const store = await openSqliteStore(path);
  for (const id of sessionIds) await store.create({ id });

  const workers = ['a', 'b'].map((worker, index) => {
    const child = startChild(new URL('./history-worker.fixture.ts', import.meta.url), {
      cacheFolder: join(folder, 'compiled'),
    });
    child.tell({ path, worker, sessionIds, seed: index + 1, operations: OPERATIONS });
    return child;
  });
  for (const child of workers) expect(await child.ended, child.complaints()).toBe(0);
  const entries = workers.flatMap(({ said }) => said as readonly HistoryEntry[]);
  expect(entries).toHaveLength(workers.length * OPERATIONS);
  expect(entries.filter(({ done }) => done.kind === 'failed')).toEqual([]);

  for (const id of sessionIds) {
    const own = entries.filter(({ operation }) => operation.sessionId === id);
    const records: SessionRecord[] = [];
    for await (const record of store.exportSession(id)) records.push(record);
    expect(checkHistory(own, records)).toEqual([]);
    // A history in which one of these never happened would show less than it says.
    for (const kind of ['append', 'commit', 'undo', 'redo', 'rewind']) {
      for (const worker of ['a', 'b']) {
        const done = own.filter((entry) => entry.operation.kind === kind && entry.worker === worker);
        expect(done.map((entry) => entry.done.kind)).toContainEqual(
          expect.stringMatching(/^(appended|committed|changed)$/),
        );
      }
    }
  }
  expect(await store.check()).toEqual([]);
  await store.close();
}, 300_000);
