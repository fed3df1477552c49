import { readFileSync } from 'node:fs';
import { type FakeCodex, type FakeCodexScript, fakeCodex } from '@hermes-context/testing';
import type { CodexAppServer } from './codex-app-server.ts';
import type { CodexEvent, CodexWarning } from './codex-event.ts';
import { type CodexAppServerOptions, openCodexAppServer } from './open-codex-app-server.ts';

/** A client with a fake app-server behind it, and what it has said. */
export interface CodexBench extends AsyncDisposable {
  readonly fake: FakeCodex;
  readonly server: CodexAppServer;
  readonly events: CodexEvent[];
  readonly warnings: CodexWarning[];
  /** Events of some kinds. */
  readonly heard: (...kinds: readonly CodexEvent['kind'][]) => readonly CodexEvent[];
}

export const CLIENT = { name: 'hermes', title: 'Hermes', version: '1.0.0' };

/** Opens a client, with short waits where a test would have to sit through them. */
export async function openBench(
  script: FakeCodexScript = {},
  options: Partial<CodexAppServerOptions> = {},
): Promise<CodexBench> {
  const fake = fakeCodex(script);
  const events: CodexEvent[] = [];
  const warnings: CodexWarning[] = [];
  const opening = openCodexAppServer({
    command: fake.command,
    args: fake.args,
    cwd: import.meta.dirname,
    env: {},
    clientInfo: CLIENT,
    retry: { delayMs: 1, random: () => 0 },
    onEvent: (event) => events.push(event),
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  opening.catch(() => fake[Symbol.dispose]());
  const server = await opening;
  return {
    fake,
    server,
    events,
    warnings,
    heard: (...kinds) => events.filter(({ kind }) => kinds.includes(kind)),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      fake[Symbol.dispose]();
    },
  };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 4_000) throw new Error('until: it never came to be so.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Whether a process runs. One that has ended and that nobody has asked about yet does not. */
export function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
