import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type HostSession } from '@hermes-context/host';
import { contentText } from '@hermes-context/messages';
import type { ChatModel } from '@hermes-context/providers';
import { openSqliteStore } from '@hermes-context/sessions';
import { echoSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { configOf } from './agent-world.fixture.ts';

const SESSIONS = 50;
const TURNS = 8;
const PADDING = 'and a good deal more about it, so that the window fills. '.repeat(6);

/** Says back whose conversation it was asked in, after as long as chance has it, and notes what it saw of others. */
function gossip(): ChatModel & { readonly leaks: readonly string[] } {
  const leaks: string[] = [];
  let calls = 0;
  return {
    info: { name: 'gossip', contextTokens: 2_500 },
    route: 'test',
    leaks,
    async complete({ messages }) {
      const texts = messages.map(({ content }) => contentText(content)).join('\n');
      const owners = new Set(Array.from(texts.matchAll(/owner-\d+/g), ([owner]) => owner));
      if (owners.size !== 1) leaks.push([...owners].join());
      calls += 1;
      for (let wait = (calls * 7) % 5; wait > 0; wait -= 1) await new Promise((resolve) => setImmediate(resolve));
      const message = { role: 'assistant', content: `Noted, ${[...owners][0]}. ${PADDING}` } as const;
      return { message, finish: 'stop', usage: { promptTokens: Math.ceil(texts.length / 4), completionTokens: 90 } };
    },
  };
}

describe('50 sessions in one process, all at once', () => {
  it('keep their conversations, sizes and compactions apart', async () => {
    const store = await openSqliteStore(join(mkdtempSync(join(tmpdir(), 'hermes-fifty-')), 'state.db'));
    const model = gossip();
    const compression = { protect_first_n: 1, protect_last_n: 2 };
    const config = await configOf({ compression });
    const host = await createHost({ config, model, store, summarise: echoSummarizer(), systemPrompt: 'Help.' });
    const compressed: string[] = [];
    host.events.on('session:compress', ({ session_id }) => void compressed.push(session_id));

    const sessions: HostSession[] = await Promise.all(Array.from({ length: SESSIONS }, () => host.newSession()));
    const results = await Promise.all(
      sessions.flatMap((session, owner) =>
        Array.from({ length: TURNS }, (_, turn) => session.runTurn(`I am owner-${owner}, turn ${turn}. ${PADDING}`)),
      ),
    );

    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['completed']));
    expect(model.leaks).toEqual([]);
    expect(new Set(compressed).size).toBe(SESSIONS);
    for (const [owner, session] of sessions.entries()) {
      const { items } = await store.read(session.id, { limit: 1_000 });
      const said = items.filter(({ madeBy, message }) => madeBy === undefined && message.role !== 'system');
      expect(said).toHaveLength(TURNS * 2);
      expect(said.every(({ message }) => contentText(message.content).includes(`owner-${owner}`))).toBe(true);
      expect(session.status().compactions).toBe(compressed.filter((id) => id === session.id).length);
    }
    await host.close();
    expect(await store.check()).toEqual([]);
    await store.close();
  }, 60_000);
});
