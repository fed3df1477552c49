import type { CacheStatus } from '@hermes-context/host';
import { counted, figure } from '../sessions/counted.ts';

/** What came of caching so far, as lines of `/status`; none before the first request, or where nothing was ever reported. */
export function cacheFigures({ requests, promptTokens, readTokens, writeTokens }: CacheStatus): readonly string[] {
  if (requests === 0 || promptTokens === 0 || readTokens + writeTokens === 0) return [];
  const share = Math.round((readTokens / promptTokens) * 100);
  return [
    `Cache: ${share} % of ${figure(promptTokens)} prompt tokens read from it, ${figure(writeTokens)} written, in ${counted(requests, 'request')}`,
  ];
}
