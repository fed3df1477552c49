import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@hermes-context/host';
import { contentText } from '@hermes-context/messages';
import { startFakeProvider } from '@hermes-context/testing';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { makeAgent, modelOf } from './agent.ts';

async function closeAll(agent: Host): Promise<void> {
  await agent.close();
  await agent.store.close();
}

describe('the example', () => {
  it('calls its tool, and finds the conversation again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hermes-embed-'));
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'The answer is 42.');
    const call = { name: 'read_file', arguments: JSON.stringify({ path: file }) };
    await using server = await startFakeProvider({
      script: (_, index) => (index === 0 ? { kind: 'reply', toolCalls: [call] } : { kind: 'reply', text: 'It is 42.' }),
    });
    const model = modelOf(new OpenAI({ baseURL: server.url, apiKey: 'none' }), 'gpt-5-mini');
    const agent = await makeAgent(model, join(folder, 'agent.db'));
    const session = await agent.newSession();
    expect(await session.runTurn('What is the answer?')).toMatchObject({ kind: 'completed', text: 'It is 42.' });
    const result = session.messages().find(({ role }) => role === 'tool');
    expect(contentText(result?.content ?? '')).toBe('The answer is 42.');
    await closeAll(agent);

    const again = await makeAgent(model, join(folder, 'agent.db'));
    expect((await again.resumeSession(session.id)).messages()).toEqual(session.messages());
    await closeAll(again);
  });

  it('compacts when its window fills, also when the provider is the first to say so', async () => {
    const text = 'A long answer about the files of this folder. '.repeat(40);
    await using server = await startFakeProvider({ window: { tokens: 4_000 }, script: { kind: 'reply', text } });
    const client = new OpenAI({ baseURL: server.url, apiKey: 'none', maxRetries: 0 });
    // It believes in a window twice the size of the real one.
    const agent = await makeAgent(
      modelOf(client, 'gpt-5-mini', 16_000),
      join(mkdtempSync(join(tmpdir(), 'hermes-embed-')), 'agent.db'),
    );
    const session = await agent.newSession();
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await session.runTurn(`Question ${turn}?`)).kind).toBe('completed');
    }
    expect(session.status().compactions).toBeGreaterThan(0);
    await closeAll(agent);
  });

  it('takes fewer than 60 lines', () => {
    const lines = readFileSync(new URL('./agent.ts', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThan(60);
  });
});
