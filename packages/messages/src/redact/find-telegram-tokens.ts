import type { SecretFinder } from './secret-span.ts';

/** The id of a bot, then 35 units. Source: Telegram Bot API, "Authorizing your bot", read 2026-12. */
const TOKEN = /(?<!\d)\d{8,10}:[\w-]{35}(?![\w-])/g;

/** Tokens of Telegram bots, also inside the address of a call. */
export const findTelegramTokens: SecretFinder = (text) =>
  Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
    family: 'telegram-token',
  }));
