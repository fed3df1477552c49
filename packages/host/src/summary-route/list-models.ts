import type { Endpoint } from './choose-routes.ts';

/** Short: without an answer the request for a summary itself tells what is wrong. */
const LIST_TIMEOUT_MS = 5_000;

/** Names of the models that an OpenAI-compatible endpoint offers; none when it does not say. */
export async function listModels({ baseUrl, apiKey }: Endpoint): Promise<readonly string[]> {
  try {
    const response = await fetch(`${(baseUrl ?? '').replace(/\/$/, '')}/models`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
    });
    return namesIn(await response.json());
  } catch {
    return [];
  }
}

function namesIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null || !('data' in answer) || !Array.isArray(answer.data)) return [];
  return answer.data.flatMap((model: unknown) =>
    typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string' ? [model.id] : [],
  );
}
