import type { PluginContext } from '@hermes-context/contract';
import { recentTurns } from './recent-turns.ts';

/** Called once, when the host loads the plug-in. Nothing happens before. */
export function register(context: PluginContext): void {
  const counts = new Map<string, number>();

  context.registerContextEngine(recentTurns);

  context.on('session:compress', ({ session_id: sessionId, compression_count: count }) => {
    // Written by a host of whatever version: nothing is assumed of it.
    if (typeof sessionId === 'string' && typeof count === 'number') counts.set(sessionId, count);
  });

  context.registerCommand({
    name: 'compactions',
    description: 'Says how often this conversation was compacted.',
    async run(_args, { sessionId = '' }) {
      const count = counts.get(sessionId) ?? 0;
      return count === 0 ? 'This conversation was not compacted yet.' : `Compacted ${count} times.`;
    },
  });
}
