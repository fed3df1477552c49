import type { Message } from '@hermes-context/contract';
import type { SessionStore } from '@hermes-context/sessions';
import fc from 'fast-check';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import {
  begin,
  expectRefusal,
  exportOf,
  linesOf,
  liveWords,
  REFUSED,
  requestOf,
  said,
  summary,
  take,
} from './steps.ts';

/** What no reader could make sense of, as JSON: what a caller without types may hand over. */
const NO_MESSAGES: readonly string[] = [
  '{"content":"nobody says it"}',
  '{"role":"","content":"x"}',
  '{"role":5,"content":"x"}',
  '{"role":null,"content":"x"}',
  '{"role":"user","content":[null]}',
  '{"role":"user","content":["words"]}',
  '{"role":"user","content":[{"text":"of no type"}]}',
  '{"role":"user","content":[{"type":7}]}',
  '{"role":"user","content":[[]]}',
  '{"role":"user","content":5}',
  '{"role":"user","content":{"type":"text","text":"no list"}}',
  '{"role":"assistant","content":null,"tool_calls":5}',
  '{"role":"assistant","content":null,"tool_calls":[null]}',
  '{"role":"assistant","content":null,"tool_calls":[{}]}',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"ls"}}]}',
  '{"role":"assistant","content":null,"tool_calls":[{"id":7,"function":{"name":"ls","arguments":"{}"}}]}',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"ls","arguments":{}}}]}',
  '{"role":"tool","content":"of no call"}',
  '{"role":"tool","tool_call_id":5,"content":"x"}',
  '{"role":"user","content":"x","_context":5}',
];

/** What real logs hold, and clients write for nothing. */
const ODD_MESSAGES: readonly string[] = [
  '{"role":"developer","content":"needle"}',
  '{"role":"function","name":"f","content":"needle"}',
  '{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"ls","arguments":"needle {"}}]}',
  '{"role":"assistant","content":"needle","tool_calls":null,"function_call":null,"refusal":null}',
  '{"role":"tool","tool_call_id":"","name":null,"content":"needle"}',
  '{"role":"user","name":5,"content":[{"type":"text","text":"needle"},{"type":"text","text":null},{"type":"odd"}]}',
  '{"role":"user","content":"needle","timestamp":{"at":"noon"},"metadata":null,"_context":{"id":7,"mark":null}}',
];

const LEVELS = 1_000;

const messageOf = (json: string): Message => JSON.parse(json);

const orAnything = <Value>(plausible: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: plausible }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

const calls = fc.array(
  orAnything(
    fc.record({
      id: orAnything(fc.constant('c')),
      function: orAnything(fc.record({ name: orAnything(fc.string()), arguments: orAnything(fc.json()) })),
    }),
  ),
  { maxLength: 3 },
);
const parts = fc.array(orAnything(fc.record({ type: fc.constant('text'), text: orAnything(fc.string()) })));

/** What may be a message, or nearly one, or nothing like it. */
const anythings = orAnything(
  fc.record(
    {
      role: orAnything(fc.constantFrom('user', 'assistant', 'tool', 'system', 'critic')),
      content: orAnything(fc.oneof(fc.string(), parts, fc.constant(null))),
      tool_calls: orAnything(calls),
      tool_call_id: orAnything(fc.constant('c')),
      name: orAnything(fc.string()),
      reasoning_content: orAnything(fc.string()),
      timestamp: orAnything(fc.integer()),
      _context: orAnything(fc.record({ id: fc.string(), mark: fc.jsonValue({ maxDepth: 1 }) })),
    },
    { requiredKeys: ['role', 'content'] },
  ),
);

export const REFUSAL_CHECKS = checksOf('takes in nothing that would be in its way', {
  'refuses what is no message before anything is written, and works on': async ({ store }) => {
    await begin(store, ['needle', 'b']);
    const lease = await take(store, 's1');
    for (const json of NO_MESSAGES) {
      await expectRefusal(store.append('s1', [said('before'), messageOf(json)]), REFUSED.input);
      for (const inPlace of [true, false]) {
        const request = requestOf('s1', await store.load('s1'), [summary('all'), messageOf(json)]);
        await expectRefusal(store.commit({ ...request, lease, key: json.slice(0, 99), inPlace }), REFUSED.input);
      }
    }
    for (const json of ['5', '"text"', 'null', '{}']) {
      const list: Message[] = JSON.parse(json);
      await expectRefusal(store.append('s1', list), REFUSED.input);
      const request = requestOf('s1', await store.load('s1'), list);
      await expectRefusal(store.commit({ ...request, lease, key: 'k' }), REFUSED.input);
    }
    expect(await liveWords(store, 's1')).toEqual(['needle', 'b']);
    expect((await store.list({ includeContinued: true })).items).toHaveLength(1);
    expect(await store.append('s1', [said('c')])).toMatchObject({ ids: ['s1:3'] });
    expect((await store.search({ text: 'needle' })).hits).toHaveLength(1);
    expect(await store.check()).toEqual([]);
  },

  'imports no message that it would not take itself': async (bench) => {
    await begin(bench.store, ['a', 'b']);
    const records = await exportOf(bench.store, 's1');
    const copy = await bench.another();
    for (const json of NO_MESSAGES) {
      const bad = records.map((record) =>
        record.record === 'message' ? { ...record, message: messageOf(json) } : record,
      );
      await expectRefusal(copy.importSession(bad), REFUSED.import);
    }
    expect((await copy.list({ includeContinued: true })).items).toEqual([]);
  },

  'takes roles, parts and fields that nobody knows, and finds what they say': async (bench) => {
    const { store } = bench;
    await store.create({ id: 's1' });
    await store.append('s1', ODD_MESSAGES.map(messageOf));
    const copy = await bench.another();
    await copy.importSession(await exportOf(store, 's1'));
    for (const each of [store, copy, await bench.reopened()]) {
      expect((await each.search({ text: 'needle' })).hits).toHaveLength(ODD_MESSAGES.length);
      expect(linesOf((await each.load('s1')).messages)).toEqual(
        ODD_MESSAGES.map((json) => json.replace('"id":7,', '')),
      );
      expect(await each.check()).toEqual([]);
    }
  },

  'finds, exports and takes over whatever it took in': async (bench) => {
    const { store, options } = bench;
    const copy = await bench.another();
    let sessions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anythings, { minLength: 1, maxLength: 8 }), async (list) => {
        sessions += 1;
        const id = `p${sessions}`;
        await store.create({ id });
        for (const each of list) await appendOrRefuse(store, id, each);
        const taken = (await store.load(id)).messages;
        expect((await store.search({ text: '.|^$', mode: 'regex', sessionId: id })).scope.messages).toBe(taken.length);
        expect(await copy.importSession(await exportOf(store, id))).toMatchObject({ messages: taken.length });
        expect(linesOf((await copy.load(id)).messages)).toEqual(linesOf(taken));
      }),
      { numRuns: 40, ...(options.seed === undefined ? {} : { seed: options.seed }) },
    );
    for (const each of [store, copy]) {
      expect((await each.search({ text: 'nothing says this' })).complete).toBe(true);
      expect(await each.check()).toEqual([]);
    }
  },

  'takes a message of a thousand levels, and refuses deeper ones': async ({ raw: store }) => {
    await store.create({ id: 's1' });
    const shallow = deep(LEVELS);
    await store.append('s1', [shallow]);
    expect(linesOf((await store.load('s1')).messages)).toEqual([JSON.stringify(shallow)]);
    for (const levels of [LEVELS + 1, 3 * LEVELS, 100 * LEVELS]) {
      await expectRefusal(store.append('s1', [deep(levels)]), REFUSED.input);
    }
    expect((await store.search({ text: 'x' })).hits).toHaveLength(1);
  },

  'says in its own words what it cannot be asked': async ({ store }) => {
    await begin(store, ['a', 'b']);
    const odd = JSON.parse('{"states":["x"],"noStates":5,"title":5,"nothing":{}}');
    await expectRefusal(store.read('s1', { states: odd.states }), REFUSED.input);
    await expectRefusal(store.read('s1', { states: odd.noStates }), REFUSED.input);
    await expectRefusal(store.rewind({ ...odd.nothing, sessionId: 's1' }), REFUSED.input);
    await expectRefusal(store.get(odd.nothing.id), REFUSED.unknown);
    await expectRefusal(store.load(odd.nothing), REFUSED.unknown);
    await expectRefusal(store.update('s1', { title: odd.title }), REFUSED.input);
    for (const cursor of ['', '0', '0x10', '-1', '1.5', '1e3', ' 1']) {
      await expectRefusal(store.revisions('s1', { cursor }), REFUSED.input);
    }
    for (const cursor of ['', '0x10', '-1', ' 1']) await expectRefusal(store.list({ cursor }), REFUSED.input);
    expect(await store.get('s1')).not.toHaveProperty('title');
  },

  'answers who is still waiting when it is closed, or says that it is closed': async ({ store }) => {
    const words = Array.from({ length: 600 }, (_, index) => `hay ${index}`);
    await begin(store, words);
    const calls = [
      store.search({ text: 'n.edle', mode: 'regex' }),
      store.search({ text: 'needle hay' }),
      store.append('s1', [said('late')]),
      exportOf(store, 's1'),
      store.check(),
    ];
    await store.close();
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === 'fulfilled') continue;
      expect(result.reason).toMatchObject({ code: REFUSED.store, fault: 'closed' });
    }
    await expectRefusal(store.search({ text: 'hay' }), REFUSED.store);
    await expectRefusal(store.importSession([]), REFUSED.store);
  },
});

/** It takes it, or says that it does not. */
async function appendOrRefuse(store: SessionStore, sessionId: string, value: unknown): Promise<void> {
  const list: Message[] = JSON.parse(JSON.stringify([value]));
  try {
    await store.append(sessionId, list);
  } catch (error) {
    expect(error).toMatchObject({ code: REFUSED.input });
  }
}

/** A message of so many objects, one in the other. */
function deep(levels: number): Message {
  let value: unknown = 1;
  for (let level = 1; level < levels; level += 1) value = { in: value };
  return Object.assign(said('x'), { value });
}
