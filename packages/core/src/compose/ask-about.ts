import type { Messages } from '@hermes-context/contract';
import { lendMessages } from './lend-messages.ts';
import type { NamedEngine } from './named-engine.ts';
import type { Troubles } from './troubles.ts';

/** Whether a part would compress at this size. One that throws would not. */
export function asksAt({ name, engine }: NamedEngine, promptTokens: number, troubles: Troubles): boolean {
  const call = (): unknown => engine.shouldCompress(promptTokens);
  return troubles.guard(name, { member: 'shouldCompress', call }) === true;
}

/** Whether any part would find something to shrink. One that throws or cannot say might. */
export function anyHasContent(parts: readonly NamedEngine[], messages: Messages, troubles: Troubles): boolean {
  const lent = lendMessages(messages);
  return parts.some(({ name, engine }) => {
    const call = (): unknown => engine.hasContentToCompress?.(lent);
    return troubles.guard(name, { member: 'hasContentToCompress', call }) !== false;
  });
}
