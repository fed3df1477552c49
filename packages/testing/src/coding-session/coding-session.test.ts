import { describe, expect, it } from 'vitest';
import { countFakeTokens, countPrompt } from '../count-fake-tokens.ts';
import type { FakeToolCall } from '../fake-provider-behaviour.ts';
import { isRecord } from '../is-record.ts';
import { type CodingSession, codingSession } from './coding-session.ts';

type WireMessage = Readonly<Record<string, unknown>>;

const wireCall = ({ id, name, arguments: json }: FakeToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: json },
});

function answerOf(session: CodingSession, messages: readonly WireMessage[]) {
  const answer = session.answer({ messages });
  if (answer.kind !== 'reply') throw new TypeError(`The session answers with ${answer.kind}.`);
  return answer;
}

async function resultOf(session: CodingSession, call: FakeToolCall): Promise<WireMessage> {
  const tool = session.tools.find(({ name }) => name === call.name)!;
  const content = await tool.execute(JSON.parse(call.arguments)).catch((cause: Error) => `Error: ${cause.message}`);
  return { role: 'tool', tool_call_id: call.id, content };
}

/** Play a session as an agent would; `edit` changes the list that the model sees next, as a compaction does. */
async function play(session: CodingSession, edit = (messages: readonly WireMessage[]) => messages) {
  const said: WireMessage[] = [];
  const callsOfTurns: number[] = [];
  let list: readonly WireMessage[] = [];
  const add = (...messages: readonly WireMessage[]) => {
    said.push(...messages);
    list = edit([...list, ...messages]);
  };
  for (const content of session.userMessages) {
    add({ role: 'user', content });
    let answer = answerOf(session, list);
    let calls = 1;
    for (; answer.toolCalls !== undefined; calls += 1) {
      if (calls > 9) throw new RangeError(`The turn "${content}" never ends.`);
      const { toolCalls, text = null } = answer;
      const results = await Promise.all(toolCalls.map((call) => resultOf(session, call)));
      add({ role: 'assistant', content: text, tool_calls: toolCalls.map(wireCall) }, ...results);
      answer = answerOf(session, list);
    }
    add({ role: 'assistant', content: answer.text });
    callsOfTurns.push(calls);
  }
  return { said, callsOfTurns };
}

const contentsOf = (messages: readonly WireMessage[], role: string) =>
  messages.flatMap((message) => (message['role'] === role ? [String(message['content'])] : []));

describe('codingSession', () => {
  it('is a long session of mixed material, two to four answers a turn', async () => {
    const session = codingSession();
    const { said, callsOfTurns } = await play(session);
    expect(callsOfTurns).toHaveLength(200);
    expect([...new Set(callsOfTurns)].toSorted()).toEqual([2, 3, 4]);
    expect(countPrompt({ messages: said }, countFakeTokens)).toBeGreaterThan(300_000);
    const results = contentsOf(said, 'tool');
    expect(results.filter((result) => result.startsWith('Error: ENOENT')).length).toBeGreaterThan(5);
    expect(results.some((result) => result.includes('AssertionError'))).toBe(true);
    expect(results.some((result) => result.startsWith('[\n{'))).toBe(true);
    expect(results.some((result) => /[\u4e00-\u9fff]{9}/.test(result))).toBe(true);
    expect(Math.max(...results.map(({ length }) => length))).toBeGreaterThan(9_000);
    expect(Math.max(...results.map(({ length }) => length))).toBeLessThan(13_000);
    expect(said.some(({ tool_calls: calls }) => Array.isArray(calls) && calls.length > 2)).toBe(true);
    const ids = said.flatMap(({ tool_calls: calls }) => (Array.isArray(calls) ? calls : [])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('plants each needle in one place: what the user says, what a tool finds, what the model closes with', async () => {
    const session = codingSession({ turns: 48 });
    const { said } = await play(session);
    expect(session.needles.map(({ turn, from }) => `${turn} ${from}`)).toEqual([
      '3 user',
      '11 tool',
      '19 assistant',
      '27 user',
      '35 tool',
      '43 assistant',
    ]);
    for (const { from, text } of session.needles) {
      const holders = said.filter((message) => JSON.stringify(message).includes(text));
      expect(holders.map(({ role }) => role)).toEqual([from]);
    }
  });

  it('plants no two needles alike, and none where the session does not look', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const texts = codingSession({ seed }).needles.map(({ text }) => text);
      expect(new Set(texts).size).toBe(25);
    }
    const session = codingSession({ turns: 48 });
    const search = session.tools.find(({ name }) => name === 'search')!;
    const hits = async (turn: number) => await search.execute({ query: `incident of task ${turn}` });
    expect(await hits(35)).toContain(session.needles[4]?.text);
    expect(await hits(27)).not.toContain(session.needles[3]?.text);
  });

  it('says the same for the same options, and something else for another seed', async () => {
    const { said } = await play(codingSession({ turns: 12 }));
    expect((await play(codingSession({ turns: 12 }))).said).toEqual(said);
    expect((await play(codingSession({ turns: 12, seed: 2 }))).said).not.toEqual(said);
    // A longer session begins as the shorter one.
    expect((await play(codingSession({ turns: 13 }))).said.slice(0, said.length)).toEqual(said);
  });

  it('goes on where it was when a compaction takes the beginning away', async () => {
    const session = codingSession({ turns: 30 });
    const plain = await play(session);
    const summary = { role: 'user', content: 'Summary. The user said "Task #1: rename it", and it was done.' };
    const compacted = await play(session, (messages) => {
      const asked = messages.findLastIndex(({ role, content }) => role === 'user' && content !== summary.content);
      const last = messages.findLastIndex(({ role }) => role === 'assistant');
      // The summary stands behind the question, the first rounds of the turn are gone.
      return last > asked ? [...messages.slice(asked, asked + 1), summary, ...messages.slice(last)] : messages;
    });
    expect(compacted.said).toEqual(plain.said);
  });

  it('counts its rounds where somebody else renamed the calls', () => {
    const session = codingSession({ turns: 1 });
    const user = { role: 'user', content: session.userMessages[0] };
    const first = answerOf(session, [user]);
    const renamed = { role: 'assistant', tool_calls: first.toolCalls?.map((call) => wireCall({ ...call, id: 'x' })) };
    const second = answerOf(session, [user, renamed]);
    expect(second).toEqual(
      answerOf(session, [user, { ...renamed, tool_calls: (first.toolCalls ?? []).map(wireCall) }]),
    );
    expect(second).not.toEqual(first);
  });

  it('asks for a task where nobody gave it one', () => {
    expect(answerOf(codingSession({ turns: 1 }), [{ role: 'user', content: 'Hello' }]).toolCalls).toBeUndefined();
    expect(codingSession({ turns: 1 }).answer(undefined)).toMatchObject({ kind: 'reply' });
  });

  it.each(codingSession({ turns: 1 }).tools)('refuses to run $name without its arguments', async (tool) => {
    await expect(tool.execute({})).rejects.toThrow(/must be a text/);
    expect(isRecord(tool.parameters['properties'])).toBe(true);
  });
});
