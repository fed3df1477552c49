import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineCommandResult, EngineCommandServices, SessionMessage } from '@hermes-context/contract';
import { afterAll } from 'vitest';
import type { LcmStore } from '../store/lcm-store.ts';
import { openLcmStore } from '../store/open-lcm-store.ts';
import { commands } from './commands.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What a command answered, and what it wrote to standard output. */
export interface Answer {
  readonly result: EngineCommandResult;
  readonly written: string;
}

/** A folder of an engine, and its commands over it. */
export interface CommandBench {
  readonly folder: string;
  readonly file: string;
  /** Sessions of the host. */
  readonly sessions: Map<string, readonly SessionMessage[]>;
  run(name: string, ...words: readonly string[]): Promise<Answer>;
  /** Work with the store as an engine would. */
  withStore<Result>(work: (store: LcmStore) => Promise<Result>): Promise<Result>;
}

/** A bench in a folder that does not exist yet. */
export function commandBench(): CommandBench {
  const parent = mkdtempSync(join(tmpdir(), 'lcm-commands-'));
  folders.push(parent);
  const folder = join(parent, 'lcm');
  const sessions = new Map<string, readonly SessionMessage[]>();
  let time = Date.UTC(2031, 0, 2);
  const now = () => (time += 1);
  return {
    folder,
    file: join(folder, 'lcm.db'),
    sessions,
    async run(name, ...words) {
      const command = commands.find((each) => each.name === name);
      if (command === undefined) throw new Error(`no command ${name}`);
      let written = '';
      const services: EngineCommandServices = {
        dataDir: folder,
        options: {},
        clock: { now },
        cwd: parent,
        signal: new AbortController().signal,
        write: (text) => {
          written += text;
        },
        progress: () => undefined,
        readSession: async (id) => iterate(sessions.get(id)),
      };
      return { result: await command.run(words, services), written };
    },
    async withStore(work) {
      const store = await openLcmStore({ file: join(folder, 'lcm.db'), now });
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
  };
}

function iterate(messages: readonly SessionMessage[] | undefined): AsyncIterable<SessionMessage> | undefined {
  return messages === undefined ? undefined : ReadableStream.from(messages);
}

/** A message of a person as the host's store has it, with the id `s:N`. */
export function kept(number: number, text = `message ${number}`): SessionMessage {
  const message = { role: 'user', content: text, _context: { id: `s:${number}` } } as const;
  return { message, at: Date.UTC(2031, 0, 1) + number * 60_000, isTakenBack: false };
}

/** The same, taken back. */
export function takenBack(number: number): SessionMessage {
  return { ...kept(number), isTakenBack: true };
}

/** The text of a result, whatever its kind. */
export function textOf({ result }: Answer): string {
  return result.kind === 'usage' ? result.problem.what : (result.text ?? '');
}

/** The data of a result. */
export function dataOf({ result }: Answer): unknown {
  return result.kind === 'usage' ? undefined : result.data;
}
