import { pickPin } from '../sessions/pick-pin.ts';
import { pinText } from '../sessions/pin-text.ts';
import { pinJson, pinLine, renderPins } from '../sessions/render-pins.ts';
import type { ChatCommand, CommandCall } from './chat-command.ts';

/** Commands for what stays in the conversation word for word. */
export const pinCommands: readonly ChatCommand[] = [
  {
    name: 'pin',
    usage: '[text]',
    description: 'keep a text word for word through compactions; alone: list the pins',
    run: async (call) => (call.args === '' ? list(call) : pin(call)),
  },
  {
    name: 'unpin',
    usage: 'PIN',
    description: 'let go of a pin',
    run: async ({ args, session }) => {
      const meant = pickPin(await session().pins(), args, '/pin');
      const removed = (await session().unpin(meant.id)) ?? meant;
      return { isDone: true, lines: [`Let go: ${pinLine(removed)}`], data: pinJson(removed) };
    },
  },
];

type Result = Awaited<ReturnType<ChatCommand['run']>>;

async function list({ session, screen }: CommandCall): Promise<Result> {
  const pins = await session().pins();
  return { isDone: true, lines: renderPins(pins, screen().columns), data: pins.map(pinJson) };
}

async function pin({ args, session }: CommandCall): Promise<Result> {
  const pinned = await session().pin(pinText(args, '/pin Never push to main.'), { kind: 'user' });
  const lines = [
    `Pinned: ${pinLine(pinned)}`,
    'The model reads it from the next compaction on. For now, say it in a message as well.',
  ];
  return { isDone: true, lines, data: pinJson(pinned) };
}
