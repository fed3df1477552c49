import type { ContextEngine } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { named } from './named-engine.ts';
import { conversation, engine, forced, warningsOf } from './parts.fixture.ts';
import { PartsFailedError } from './parts-failed-error.ts';
import { pipeline } from './pipeline.ts';

const usage = { promptTokens: 10, completionTokens: 1 };
const model = { name: 'tiny', contextTokens: 2_000 };

function failing(members: readonly (keyof ContextEngine)[]): ContextEngine {
  const fail = (): never => {
    throw new Error('no disk');
  };
  return engine(Object.fromEntries(members.map((member) => [member, fail])));
}

describe('what all parts hear', () => {
  it('reaches each of them, even behind one that throws, and the next report tells', async () => {
    const heard: string[] = [];
    const last = engine({
      updateFromResponse: () => void heard.push('usage'),
      updateModel: () => void heard.push('model'),
      onTurnComplete: ({ added }) => void heard.push(`${added.length} messages`),
    });
    const composed = pipeline(named('bad', failing(['updateFromResponse', 'updateModel', 'onTurnComplete'])), last);
    composed.updateFromResponse(usage);
    composed.updateFromResponse(usage);
    composed.updateModel?.(model);
    composed.onTurnComplete?.({ added: conversation(1) });
    expect(heard).toEqual(['usage', 'usage', 'model', '5 messages']);
    expect(warningsOf(await composed.compress(forced(conversation(1))))).toEqual([
      'bad: its updateFromResponse threw: no disk',
      'bad: its updateModel threw: no disk',
      'bad: its onTurnComplete threw: no disk',
    ]);
    expect(composed.status?.().counters).toMatchObject({ troubles: 4 });
    expect(warningsOf(await composed.compress(forced(conversation(1))))).toEqual([]);
  });

  it('catches what a part rejects with though nobody waits', async () => {
    const late = engine({ updateFromResponse: (() => Promise.reject(new Error('late'))) as () => void });
    const composed = pipeline(named('bad', late));
    composed.updateFromResponse(usage);
    await Promise.resolve();
    expect(warningsOf(await composed.compress(forced(conversation(1))))).toEqual([
      'bad: its updateFromResponse threw: late',
    ]);
  });

  it.each(['dispose', 'onCommit'] as const)(
    'waits for all of them at %s, then names those that failed',
    async (member) => {
      const heard: string[] = [];
      const slow = engine({
        [member]: async () => {
          await Promise.resolve();
          heard.push('slow');
        },
      });
      const late = engine({ [member]: () => Promise.reject(new Error('late')) });
      const composed = pipeline(named('bad', failing([member])), named('late', late), slow, engine());
      const error: unknown = await composed[member]?.({ sessionId: 's1', revision: 1, inPlace: true }).catch(
        (reason) => reason,
      );
      expect(heard).toEqual(['slow']);
      expect(error).toBeInstanceOf(PartsFailedError);
      expect(error).toMatchObject({ code: 'CTX_PARTS_FAILED', parts: [{ name: 'bad' }, { name: 'late' }] });
      expect(String(error)).toContain('bad: no disk; late: late');
    },
  );
});
