import type { Messages } from '@hermes-context/contract';
import { messageTokens } from './message-tokens.ts';

/** What the tokens of a conversation are spent on. */
export type TokenCategory = 'system' | 'user' | 'assistant' | 'toolOutput' | 'arguments' | 'images' | 'reasoning';

/** Whose text a role's text is. */
const CATEGORY_OF_ROLE: ReadonlyMap<string, TokenCategory> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'toolOutput'],
  ['function', 'toolOutput'],
]);

/**
 * Where the tokens of a conversation are. The categories add up to `estimateMessagesTokens`: calls with their names and
 * arguments, pictures and reasoning of any role stand apart; what goes around a message counts as its role's text.
 */
export function tokensByCategory(messages: Messages): Readonly<Record<TokenCategory, number>> {
  const sums = { system: 0, user: 0, assistant: 0, toolOutput: 0, arguments: 0, images: 0, reasoning: 0 };
  for (const message of messages) {
    const tokens = messageTokens(message);
    // A role from elsewhere is somebody's words.
    sums[CATEGORY_OF_ROLE.get(message.role) ?? 'user'] += tokens.text;
    sums.arguments += tokens.arguments;
    sums.images += tokens.images;
    sums.reasoning += tokens.reasoning;
  }
  return sums;
}
