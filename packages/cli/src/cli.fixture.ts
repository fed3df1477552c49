import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CompressResult } from './compress/describe-result.ts';
import type { Io } from './io.ts';
import { main } from './main.ts';

/** What a command printed, and how it ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own with a home in it, and commands that run there. */
export interface Sandbox {
  readonly folder: string;
  /** Write a file below the folder. @returns Its path. */
  write(path: string, text: string): string;
  hermes(argv: readonly string[], given?: { readonly env?: Io['env']; readonly stdin?: string }): Promise<Run>;
  /** The same with `--json`, parsed. */
  compressJson(argv: readonly string[], env?: Io['env']): Promise<CompressResult>;
}

export function sandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-cli-'));
  const hermes: Sandbox['hermes'] = async (argv, { env = {}, stdin = '' } = {}) => {
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
      env: { HOME: join(folder, 'user'), HERMES_HOME: join(folder, 'home'), ...env },
      cwd: folder,
      readStdin: async () => stdin,
    };
    const code = await main(argv, io);
    return { code, out, err };
  };
  return {
    folder,
    hermes,
    write(path, text) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    async compressJson(argv, env = {}) {
      const run = await hermes(['compress', ...argv, '--json'], { env });
      if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.err}`);
      return JSON.parse(run.out);
    },
  };
}

/** A chat of so many turns, long enough to be worth compressing in a small window. */
export function chatFile(turns: number): string {
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Question ${turn}: what does module ${turn} do?` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `c${turn}`,
          type: 'function',
          function: { name: 'read_file', arguments: `{"path":"src/module-${turn}.ts"}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `c${turn}`, content: `export const value${turn} = load();\n`.repeat(30) },
    { role: 'assistant', content: `Module ${turn} loads a value.` },
  ]).flat();
  return JSON.stringify({ messages: [{ role: 'system', content: 'You are a coding agent.' }, ...messages] }, null, 2);
}
