import { counted, figure } from '../sessions/counted.ts';
import { plainText } from '../terminal/plain-text.ts';
import { cacheFigures } from './cache-figures.ts';
import type { ChatCommand } from './chat-command.ts';
import { cacheLine, resumeCommand } from './header.ts';
import { renderContext } from './render-context.ts';

/** Commands that change nothing. */
export const showCommands: readonly ChatCommand[] = [
  {
    name: 'context',
    usage: '',
    description: 'draw what fills the window',
    run: async ({ session, screen }) => {
      const map = session().contextMap();
      return { isDone: true, lines: renderContext(map, screen()), data: map };
    },
  },
  {
    name: 'status',
    usage: '',
    description: 'session, model, sizes, what holds compaction back',
    run: async ({ session }) => {
      const status = session().status();
      const { sessionId, model, engine, size, thresholdTokens, compactions, serverCompactions, blocked, cache } =
        status;
      const threshold = thresholdTokens === undefined ? '' : `, compacts at ${counted(thresholdTokens, 'token')}`;
      const lines = [
        `Session ${plainText(sessionId)}`,
        `Come back with: ${resumeCommand(sessionId)}`,
        `Model ${plainText(model.name)}, window ${figure(model.contextTokens)} tokens`,
        `Engine ${plainText(engine)}${threshold}`,
        `Compactions in effect: ${figure(compactions)}`,
        ...(serverCompactions === 0 ? [] : [`Compacted by the provider: ${counted(serverCompactions, 'time')}`]),
        `Next request: ${counted(size.tokens, 'token')} (${size.basis})`,
        cacheLine(cache),
        ...cacheFigures(cache),
        ...(blocked === undefined ? [] : [`Not compacted automatically: ${plainText(blocked)}`]),
      ];
      return { isDone: true, lines, data: status };
    },
  },
];
