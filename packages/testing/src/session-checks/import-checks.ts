import type { SessionHeader, SessionRecord } from '@hermes-context/sessions';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, cut, expectRefusal, exportOf, REFUSED, said } from './steps.ts';

export const IMPORT_CHECKS = checksOf('imports without harm to what is here', {
  'keeps what was noted here when more of a session comes': async (bench) => {
    const [store, copy] = [bench.store, await bench.another()];
    await store.create({ id: 's1', title: 'theirs', goal: 'their goal', metadata: { theirs: 1 } });
    await store.append('s1', [said('a')]);
    await copy.importSession(await exportOf(store, 's1'));
    bench.time.advance(1_000);
    await copy.update('s1', { title: 'mine', metadata: { mine: 1 } });
    const changedAt = bench.time.now();
    await store.update('s1', { title: 'theirs still', goal: 'another goal', metadata: { theirs: 2 } });
    for (const word of ['b', 'c']) {
      await store.append('s1', [said(word)]);
      expect(await copy.importSession(await exportOf(store, 's1'))).toMatchObject({ kind: 'extended', messages: 1 });
      // The goal was as the import had brought it, so it goes along.
      expect(await copy.get('s1')).toMatchObject({
        title: 'mine',
        goal: 'another goal',
        metadata: { mine: 1 },
        updatedAt: changedAt,
      });
    }
    await store.update('s1', { title: null, goal: null });
    await store.append('s1', [said('d')]);
    await copy.importSession(await exportOf(store, 's1'));
    expect(await copy.get('s1')).toMatchObject({ title: 'mine', metadata: { mine: 1 } });
    expect(await copy.get('s1')).not.toHaveProperty('goal');
    expect(await copy.check()).toEqual([]);
  },

  'keeps what is noted of a session that began here and went on elsewhere': async (bench) => {
    const [store, copy] = [bench.store, await bench.another()];
    await store.create({ id: 's1', title: 'mine' });
    await copy.importSession(await exportOf(store, 's1'));
    await copy.update('s1', { title: 'theirs', goal: 'theirs' });
    await copy.append('s1', [said('a')]);
    expect(await store.importSession(await exportOf(copy, 's1'))).toMatchObject({ kind: 'extended' });
    expect(await store.get('s1')).toMatchObject({ title: 'mine', sequence: 1 });
    expect(await store.get('s1')).not.toHaveProperty('goal');
  },

  'minds no taken title that it would not use': async (bench) => {
    const [store, copy] = [bench.store, await bench.another()];
    await store.create({ id: 's1', title: 'name' });
    await copy.importSession(await exportOf(store, 's1'));
    await copy.update('s1', { title: 'mine' });
    await copy.create({ id: 's2', title: 'name' });
    await store.append('s1', [said('a')]);
    expect(await copy.importSession(await exportOf(store, 's1'))).toMatchObject({ kind: 'extended' });
    expect(await copy.get('s1')).toMatchObject({ title: 'mine' });
  },

  'tells where a conversation goes on that is not here, and lists what is here of it': async (bench) => {
    const [store, copy] = [bench.store, await bench.another()];
    await begin(store, ['a', 'b', 'c']);
    const { sessionId } = await cut(store, { sessionId: 's1', from: 0, to: 2, inPlace: false });
    const parent = await exportOf(store, 's1');
    const idsIn = async (): Promise<readonly string[]> => (await copy.list()).items.map(({ id }) => id);
    expect(await copy.importSession(parent)).toMatchObject({ kind: 'imported', missingContinuation: sessionId });
    expect(await copy.importSession(parent)).toMatchObject({ kind: 'unchanged', missingContinuation: sessionId });
    expect(await idsIn()).toEqual(['s1']);
    expect(await copy.append('s1', [said('d')])).toEqual({ kind: 'continued', by: sessionId });
    expect(await copy.importSession(await exportOf(store, sessionId))).not.toHaveProperty('missingContinuation');
    expect(await copy.importSession(parent)).not.toHaveProperty('missingContinuation');
    expect(await idsIn()).toEqual([sessionId]);
  },

  'refuses a header that no session could have, and names the field': async (bench) => {
    await begin(bench.store, ['a']);
    const records = await exportOf(bench.store, 's1');
    const copy = await bench.another();
    const bad: Readonly<Partial<Record<keyof SessionHeader, readonly unknown[]>>> = {
      id: ['no/id', 7, null],
      title: ['', 'two\nlines', 'red \u001b[31m', '\ud800', 'x'.repeat(300), 7],
      origin: ['copy'],
      parentSessionId: ['no/id', 's1'],
      continuedBy: ['no/id', 's1'],
      metadata: [[1], null, 'text', 7],
      createdAt: [1.5, -5, 'now', null, 9e15],
      updatedAt: [1.5, -5, 'now', null, 9e15],
      messages: [-1, 1.5, '1'],
      revisions: [-1, 1.5, '1'],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const given: readonly SessionRecord[] = JSON.parse(JSON.stringify(edited(records, 0, { [field]: value })));
        await expect(copy.importSession(given)).rejects.toMatchObject({
          code: REFUSED.import,
          message: expect.stringContaining(`${field} is `),
        });
      }
    }
    for (const change of [{ appendKey: 'two\nlines' }, { copyOf: '\u0000' }, { createdAt: 1.5 }]) {
      await expectRefusal(copy.importSession(JSON.parse(JSON.stringify(edited(records, 1, change)))), REFUSED.import);
    }
    expect((await copy.list({ includeContinued: true })).items).toEqual([]);
  },

  'passes over what somebody added to the records': async (bench) => {
    await begin(bench.store, ['a', 'b', 'c']);
    await cut(bench.store, { sessionId: 's1', from: 0, to: 2 });
    const records = await exportOf(bench.store, 's1');
    const given: readonly SessionRecord[] = JSON.parse(JSON.stringify(records.map((each) => ({ ...each, note: 'x' }))));
    const copy = await bench.another();
    expect(await copy.importSession(given)).toMatchObject({ kind: 'imported' });
    expect(await copy.importSession(given)).toMatchObject({ kind: 'unchanged' });
    expect(await exportOf(copy, 's1')).toEqual(records);
  },
});

function edited(records: readonly SessionRecord[], index: number, change: object): readonly unknown[] {
  return records.map((record, at) => (at === index ? { ...record, ...change } : record));
}
