import type { LangChainMessage } from './langchain-messages.ts';

/**
 * The list with its leading system messages kept apart, as `createAgent` keeps its `systemPrompt`: a hook of a
 * middleware sees the rest. (One that stays in the list, `summarizationMiddleware` summarises away.)
 */
export async function behindSystem(
  list: readonly LangChainMessage[],
  shape: (rest: LangChainMessage[]) => Promise<readonly LangChainMessage[]>,
): Promise<readonly LangChainMessage[]> {
  const first = list.findIndex((message) => message.getType() !== 'system');
  if (first === -1) return list;
  return [...list.slice(0, first), ...(await shape(list.slice(first)))];
}
