import { contextEngine } from '@hermes-context/compressor';
import type { EngineServices, Messages } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';

const ignore = (): void => undefined;

/** A full request, so that the engine's own work is that of an automatic compaction. */
const PROMPT_TOKENS = 150_000;

/** One compaction by the built-in engine, its summary answered at once. @returns How many messages are left. */
export async function compressOnce(messages: Messages): Promise<number> {
  const services: EngineServices = {
    sessionId: 'bench',
    model: { name: 'bench', contextTokens: 200_000 },
    countTokens: estimateTokens,
    summarise: async () => ({
      kind: 'summary',
      text: '## Goal\nFix the tests.',
      source: 'model',
      attempts: [],
      warnings: [],
    }),
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: { now: () => 0 },
    dataDir: '/nonexistent',
    emit: ignore,
  };
  const engine = await contextEngine.create(contextEngine.parseOptions({}), services);
  const outcome = await engine.compress({
    messages,
    promptTokens: PROMPT_TOKENS,
    signal: new AbortController().signal,
  });
  if (outcome.kind === 'unchanged')
    throw new Error(`the bench compresses nothing: ${outcome.reason} ${outcome.detail ?? ''}`);
  return outcome.messages.length;
}
