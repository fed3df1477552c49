import { join } from 'node:path';
import type { Run, Sandbox } from '../cli.fixture.ts';
import { runChatCommand } from '../commands/chat.ts';
import type { Io } from '../io.ts';
import type { ChatFlags } from './open-chat.ts';

/** A chat whose lines come through a pipe, in a home of its own. */
export async function chatThrough(
  box: Sandbox,
  lines: readonly string[] | AsyncIterable<string>,
  { env = {}, ...flags }: ChatFlags & { readonly env?: Io['env'] } = {},
): Promise<Run> {
  let out = '';
  let err = '';
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    env: { HOME: join(box.folder, 'user'), HERMES_HOME: join(box.folder, 'home'), ...env },
    cwd: box.folder,
    readStdin: async () => '',
  };
  const code = await runChatCommand(flags, io, () => each(lines));
  return { code, out, err };
}

/** Lines of `--json`, parsed. */
export function jsonLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The id of the session that the last line tells how to go on with. */
export function resumeId({ err }: Run): string {
  return /Resume with: hermes chat --resume (\S+)/.exec(err)?.[1] ?? '';
}

async function* each(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield* lines;
}
