import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { newFile, numbered, openStore, said, textsOf } from './lcm-store.fixture.ts';
import { StoreThread } from './store-thread.ts';

describe('the thread of a store', () => {
  it('is shared by all that have the file open, and ends with the last of them', async () => {
    const file = newFile();
    const [one, other] = [await openStore(file), await openStore(file)];
    await one.ingest('s', numbered(['a']));
    await one.close();

    expect(await textsOf(other)).toEqual(['a']);
    await expect(one.path('s')).rejects.toMatchObject({ reason: 'closed' });
    await other.close();
    await other.close();
    expect(await textsOf(await openStore(file))).toEqual(['a']);
  });

  it('answers what is under way before it closes', async () => {
    const file = newFile();
    const store = await openStore(file);
    const many = numbered(Array.from({ length: 1_000 }, (_, index) => `${index} ${'x'.repeat(2_000)}`));
    const [answer, path] = [store.ingest('s', many), store.verify()];
    await store.close();

    expect((await answer).newCount).toBe(1_000);
    expect(await path).toEqual([]);
    expect(await textsOf(await openStore(file))).toHaveLength(1_000);
  });

  it('stores lists in the order of the calls, however large they are', async () => {
    const store = await openStore();
    const large = numbered(Array.from({ length: 900 }, (_, index) => `${index}`));
    const both = [store.ingest('s', large), store.ingest('s', [said('last', 'm901')])];
    await Promise.all(both);

    const path = await store.path('s', { fromDepth: 900 });
    expect(path.map(({ message }) => message.content)).toEqual(['899', 'last']);
  });

  it('says so in each call when it dies, and is started again by the next', async () => {
    const file = newFile();
    const thread = new StoreThread(file);
    const long = numbered(
      Array.from({ length: 3_000 }, (_, index) => `${index} ${'text '.repeat(300)}`),
      2,
    );
    await thread.call('ingest', { sessionId: 'long', list: 0, messages: long, delivery: 'part' }, 1);
    const calls = [thread.call('verify', undefined, 1), thread.call('verify', undefined, 1)];
    thread.kill();

    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CTX_LCM_STORE', reason: 'thread-died' } });
    }
    const messages = numbered(['a']);
    const request = { sessionId: 's', list: 0, messages, delivery: 'part' } as const;
    expect(await thread.call('ingest', request, 1)).toMatchObject({ newCount: 1 });
    await thread.close(1);
  });

  it('I16 leaves the main thread free while it reads and writes a lot', async () => {
    const store = await openStore();
    const many = numbered(Array.from({ length: 3_000 }, (_, index) => `${index} ${'words and more '.repeat(100)}`));
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    const start = performance.now();
    await store.ingest('s', many);
    await store.path('s');
    await store.indexAll();
    clearInterval(timer);

    // One each few milliseconds where nothing else runs; a handful in all if the work were done here.
    expect(ticks).toBeGreaterThan((performance.now() - start) / 40);
  });

  it('can be opened under flags of the whole process, and by a program on the command line', () => {
    const module = new URL('./open-lcm-store.ts', import.meta.url).href;
    const program = `const { openLcmStore } = await import(${JSON.stringify(module)});
      const store = await openLcmStore({ file: process.argv[1], now: Date.now });
      await store.close(); console.log('opened');`;
    const heap = ['--max-semi-space-size=16', '--max-old-space-size=200', '--expose-gc'];
    const flags = ['--conditions=@hermes-context/source', ...heap, '--input-type=module', '-e', program];
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, newFile()], { encoding: 'utf8' });

    expect(stdout, stderr).toBe('opened\n');
  });

  it('serves short calls while a long one goes on', async () => {
    const store = await openStore();
    await store.ingest('s', numbered(Array.from({ length: 2_000 }, (_, index) => `${index} ${'text '.repeat(400)}`)));
    const done: string[] = [];
    const long = store.verify().then(() => done.push('verify'));
    await store.entry(1).then(() => done.push('entry'));
    await long;

    expect(done).toEqual(['entry', 'verify']);
  });
});
