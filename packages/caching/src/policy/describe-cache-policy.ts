import type { CachePolicy } from './cache-policy.ts';

/** One line for a person: `Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)`, or why it is off. */
export function describeCachePolicy({ enabled, subject, lifetime, reason }: CachePolicy): string {
  if (enabled) return `Prompt caching: ENABLED (${subject}, ${lifetime} TTL)`;
  return `Prompt caching: off (${reason.replace(/\.$/, '')})`;
}
