import { echoSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { hostWith, wordsOf } from './host.fixture.ts';
import { scriptedModel } from './scripted-model.fixture.ts';

describe('session hygiene', () => {
  it('S-025 that takes longer than its hold is waited for where the request would not fit without it', async () => {
    const sound = echoSummarizer();
    const model = scriptedModel({ info: { contextTokens: 4_000 } });
    const host = await hostWith({
      model,
      limits: { hygieneHoldMs: 1 },
      summarise: async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return sound(request);
      },
    });
    const session = await host.newSession();
    for (let index = 0; index < 30; index += 1) {
      await host.store.append(session.id, [
        { role: 'user', content: `Note ${index}: ${wordsOf(`n${index}_`)}` },
        { role: 'assistant', content: 'Noted.' },
      ]);
    }
    const result = await session.runTurn('And now?', { origin: 'outside' });
    expect(result).toMatchObject({ kind: 'completed', compactions: [{ kind: 'compacted', site: 'hygiene' }] });
    expect(model.requests).toHaveLength(1);
    await host.close();
  });
});
