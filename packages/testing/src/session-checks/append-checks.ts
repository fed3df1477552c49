import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, expectRefusal, linesOf, liveWords, REFUSED, readAll, said, statesOf } from './steps.ts';

const WRITERS = 20;

const FIRST_SURROGATE = 0xd800;
const SURROGATE_COUNT = 0x800;

/** Messages that careless stores change. Written as JSON, so that no key is lost on the way here. */
const SHAPES: readonly string[] = [
  String.raw`{"role":"user","content":"lone \ud800 and \udc00 halves, \u0000 and \u2028"}`,
  '{"content":"keys out of order","role":"user","name":"z","metadata":{"b":1,"a":{"10":0,"2":0}}}',
  '{"role":"user","content":"","unknown":{"deep":[[],{},[null,true,0.1,-7,1e21]]}}',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{\\"a\\":1.0,"}}]}',
  '{"role":"tool","tool_call_id":"c1","content":[]}',
  '{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}},{"type":"odd","x":[1]}]}',
  '{"role":"user","content":"own","__proto__":{"polluted":true},"constructor":{"prototype":1},"hasOwnProperty":"x"}',
  '{"role":"assistant","content":"signed","_context":{"wire":{"format":"anthropic","parts":[{"type":"thinking","signature":"s","_context":{"id":"inner"}}],"role":"developer"}}}',
  '{"_context":{"mark":{"kind":"synthetic","origin":"hook"}},"role":"user","content":"context first","timestamp":"2026-05-01T00:00:00Z"}',
  `{"role":"user","content":${JSON.stringify('long 長い 🎉 '.repeat(5_000))}}`,
];

const messageOf = (json: string): Message => JSON.parse(json);

// Not `unit: 'binary'`: that maps all of Unicode when it is made, and every test file that imports the kit would wait for it.
const codePoints = fc
  .nat({ max: 0x10_ffff - SURROGATE_COUNT })
  .map((nth) => String.fromCodePoint(nth < FIRST_SURROGATE ? nth : nth + SURROGATE_COUNT));

/** Any object of JSON that a message could be. */
const messages = fc
  .dictionary(fc.string({ unit: codePoints, maxLength: 12 }), fc.jsonValue({ stringUnit: codePoints, maxDepth: 3 }), {
    maxKeys: 5,
  })
  .map((fields): Message => JSON.parse(JSON.stringify({ ...fields, role: 'user', content: 'x', _context: {} })));

export const APPEND_CHECKS = checksOf('keeps every message as it came', {
  'numbers messages as they arrive, and names them after session and number': async ({ store }) => {
    await store.create({ id: 's1' });
    expect(await store.append('s1', [said('a'), said('b')])).toEqual({
      kind: 'appended',
      ids: ['s1:1', 's1:2'],
      sequence: 2,
      isRepeat: false,
    });
    expect(await store.append('s1', [])).toMatchObject({ kind: 'appended', ids: [], sequence: 2 });
    expect(await store.append('s1', [said('c')])).toMatchObject({ ids: ['s1:3'], sequence: 3 });
    const list = await store.load('s1');
    expect(list).toMatchObject({ sessionId: 's1', revision: 1, sequence: 3 });
    expect(list.messages.map((message) => message._context?.id)).toEqual(['s1:1', 's1:2', 's1:3']);
    const stored = await readAll(store, 's1');
    expect(stored.map(({ id, sequence, sessionId }) => [id, sequence, sessionId])).toEqual([
      ['s1:1', 1, 's1'],
      ['s1:2', 2, 's1'],
      ['s1:3', 3, 's1'],
    ]);
    expect(stored[0]).toMatchObject({ state: 'live', active: true, compacted: false });
    expect(stored[0]).not.toHaveProperty('madeBy');
    expect(stored[0]).not.toHaveProperty('copyOf');
    expect(await store.get('s1')).toMatchObject({ sequence: 3, revision: 1, liveMessages: 3, compactions: 0 });
  },

  'gives every message back key for key, whatever it holds': async (bench) => {
    const { store } = bench;
    // As JavaScript writes them: it has one way to write a number or a line separator.
    const shapes = SHAPES.map((json) => JSON.stringify(JSON.parse(json)));
    await store.create({ id: 's1' });
    await store.append('s1', SHAPES.map(messageOf));
    for (const from of [store, await bench.reopened()]) {
      expect(linesOf((await from.load('s1')).messages)).toEqual(shapes);
      expect(linesOf((await readAll(from, 's1')).map(({ message }) => message))).toEqual(shapes);
    }
  },

  'gives back any JSON that a message can hold': async ({ store, options }) => {
    let sessions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(messages, { maxLength: 5 }), async (list) => {
        sessions += 1;
        await store.create({ id: `p${sessions}` });
        await store.append(`p${sessions}`, list);
        expect(linesOf((await store.load(`p${sessions}`)).messages)).toEqual(linesOf(list));
      }),
      options.seed === undefined ? {} : { seed: options.seed },
    );
  },

  'mints ids of its own, whatever a message brings along': async ({ store }) => {
    await store.create({ id: 's1' });
    await store.append('s1', [{ ...said('a'), _context: { id: 'other:7', mark: { kind: 'bridge' } } }]);
    const [message] = (await store.load('s1')).messages;
    expect(message?._context).toEqual({ id: 's1:1', mark: { kind: 'bridge' } });
  },

  'orders by arrival, whatever the clocks say': async ({ store, time }) => {
    await store.create({ id: 's1' });
    const noted: Message[] = ['2026-03-01T00:00:00Z', '2020-01-01T00:00:00Z', undefined].map((timestamp, index) => ({
      ...said(`${index}`),
      ...(timestamp === undefined ? {} : { timestamp }),
    }));
    await store.append('s1', noted);
    time.advance(-86_400_000);
    await store.append('s1', [said('3')]);
    expect(await liveWords(store, 's1')).toEqual(['0', '1', '2', '3']);
    expect((await readAll(store, 's1')).map(({ createdAt, timeSource }) => [createdAt, timeSource])).toEqual([
      [Date.UTC(2026, 2, 1), 'message'],
      [Date.UTC(2020, 0, 1), 'message'],
      [time.now() + 86_400_000, 'store'],
      [time.now(), 'store'],
    ]);
  },

  'stores a delivery once, however often it is repeated under its key': async (bench) => {
    const { store } = bench;
    await store.create({ id: 's1' });
    await store.create({ id: 's2' });
    const first = await store.append('s1', [said('a'), said('b')], { key: 'turn 1' });
    await store.append('s1', [said('c')], { key: 'turn 2' });
    expect(await store.append('s1', [said('a'), said('b')], { key: 'turn 1' })).toEqual({ ...first, isRepeat: true });
    expect(await store.append('s2', [said('a')], { key: 'turn 1' })).toMatchObject({ ids: ['s2:1'], isRepeat: false });
    const empty = await store.append('s1', [], { key: 'nothing' });
    expect(await store.append('s1', [said('x')], { key: 'nothing' })).toEqual({ ...empty, isRepeat: true });
    const later = await bench.reopened();
    expect(await later.append('s1', [said('a'), said('b')], { key: 'turn 1' })).toEqual({ ...first, isRepeat: true });
    expect(await liveWords(later, 's1')).toEqual(['a', 'b', 'c']);
  },

  'stores a list as a whole or not at all': async ({ store }) => {
    await begin(store, ['a']);
    const round: Record<string, unknown> = { role: 'user', content: 'b' };
    round['self'] = round;
    const bad: readonly unknown[] = [round, { role: 'user', content: 1n }, 'text', null];
    for (const message of bad) {
      // What a caller without types may hand over.
      const list: Message[] = JSON.parse('[]');
      Array.prototype.push.call(list, said('b'), message);
      await expectRefusal(store.append('s1', list), REFUSED.input);
    }
    expect(await liveWords(store, 's1')).toEqual(['a']);
    expect(await store.append('s1', [said('b')])).toMatchObject({ ids: ['s1:2'] });
  },

  'loses and mixes nothing where many append at once': async ({ store }) => {
    await store.create({ id: 's1' });
    const writers = Array.from({ length: WRITERS }, (_, index) => index);
    await Promise.all(writers.map((index) => store.append('s1', [said(`${index}.a`), said(`${index}.b`)])));
    const words = (await liveWords(store, 's1')).map(String);
    expect(words.toSorted()).toEqual(writers.flatMap((index) => [`${index}.a`, `${index}.b`]).toSorted());
    for (const index of writers) expect(words[words.indexOf(`${index}.a`) + 1]).toBe(`${index}.b`);
    expect((await readAll(store, 's1')).map(({ sequence }) => sequence)).toEqual(words.map((_, index) => index + 1));
  },

  'keeps nothing that it was given, and hands out nothing that it keeps': async ({ store, raw }) => {
    const message = { role: 'user' as const, content: 'a', metadata: { tags: ['x'] } };
    const session = { id: 's1', goal: { steps: ['one'] }, metadata: { place: { path: '/' } } };
    const given = structuredClone([message, session] as const);
    await raw.create(given[1]);
    await raw.append('s1', [given[0]]);
    spoil(given);
    for (let round = 0; round < 2; round += 1) {
      const [list, stored, now] = [await store.load('s1'), await readAll(store, 's1'), await store.get('s1')];
      expect(linesOf(list.messages)).toEqual([JSON.stringify(message)]);
      expect(stored.map((each) => linesOf([each.message]))).toEqual([[JSON.stringify(message)]]);
      expect(now).toMatchObject(session);
      for (const value of [list, stored, now]) spoil(value);
    }
    expect(await statesOf(store, 's1')).toEqual(['live']);
  },
});

/** Overwrite all that can be overwritten. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const child of Object.values(value)) spoil(child);
  for (const key of Object.keys(value)) Reflect.set(value, key, 'spoilt');
}
