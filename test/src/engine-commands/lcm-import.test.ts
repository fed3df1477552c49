import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Io, main } from '@hermes-context/cli';
import type { HostEngine } from '@hermes-context/host';
import { openSqliteStore, type SqliteSessionStore } from '@hermes-context/sessions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentWorld } from '../host/agent-world.fixture.ts';
import { lcmEngine } from '../lcm/lcm-plug-in.fixture.ts';

/** Said in the first turn, and nowhere else. */
const NEEDLE = 'quokka-5513';
const WINDOW_TOKENS = 32_000;
/** Turns of the whole session, and those before another engine goes on with it. */
const TURNS = 28;
const FIRST_TURNS = 24;
const EAGER = { threshold: 0.5, protect_first_n: 1, protect_last_n: 2, small_context_floor: 'off' };

/** A home with the session store of a host, and the command over it. */
interface Home {
  readonly store: SqliteSessionStore;
  /** The folder of the host's data. */
  readonly context: string;
  /** Run `hermes` with `--json`, which must succeed. */
  hermes(...argv: readonly string[]): Promise<ReturnType<typeof JSON.parse>>;
}

async function openHome(): Promise<Home> {
  const home = mkdtempSync(join(tmpdir(), 'hermes-import-'));
  const context = join(home, 'context');
  mkdirSync(context);
  const store = await openSqliteStore(join(context, 'state.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    store,
    context,
    async hermes(...argv) {
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
        env: { HOME: home, HERMES_HOME: home },
        cwd: home,
        readStdin: async () => '',
      };
      const code = await main([...argv, '--json'], io);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return JSON.parse(out);
    },
  };
}

/** Play some turns of a coding session, with a compaction before the last of them, a new one or one that is gone on with. @returns Its id. */
async function play(home: Home, { engine, sessionId }: { readonly engine?: HostEngine; readonly sessionId?: string }) {
  await using world = await agentWorld({
    turns: TURNS,
    windowTokens: WINDOW_TOKENS,
    settings: { compression: EAGER },
    host: { store: home.store, dataDir: home.context, ...(engine === undefined ? {} : { engine }) },
  });
  const { host, script, server } = world;
  const session = await (sessionId === undefined ? host.newSession() : host.resumeSession(sessionId));
  const [first = '', ...others] = script.userMessages;
  const all = [`${first} The password of the staging box is ${NEEDLE}.`, ...others];
  const prompts = sessionId === undefined ? all.slice(0, FIRST_TURNS) : all.slice(FIRST_TURNS);
  for (const [index, prompt] of prompts.entries()) {
    // Before the last turn, so that another one goes on from what came of it.
    if (index === prompts.length - 1) expect(await session.compact()).toMatchObject({ kind: 'compacted' });
    expect(await session.runTurn(prompt)).toMatchObject({ kind: 'completed' });
  }
  expect(server.violations).toEqual([]);
  return session.id;
}

/** What was said in a session, by id: neither prompts of the system nor what compactions wrote. */
async function saidIn({ store }: Home, sessionId: string): Promise<readonly string[]> {
  const said: string[] = [];
  for await (const record of store.exportSession(sessionId)) {
    if (record.record !== 'message' || record.madeBy !== undefined || record.message.role === 'system') continue;
    said.push(`${sessionId}:${record.sequence}`);
  }
  return said;
}

describe('a session of the host that the engine imports', () => {
  it('is found whole by hermes lcm search, what only the archive still has too', async () => {
    const home = await openHome();
    const sessionId = await play(home, {});
    const { messages } = await home.store.load(sessionId);
    const said = await saidIn(home, sessionId);
    expect(said.length).toBeGreaterThan(messages.length);
    expect(JSON.stringify(messages.filter(({ _context: context }) => said.includes(context?.id ?? '')))).not.toContain(
      NEEDLE,
    );
    expect(await home.hermes('lcm', 'status')).toMatchObject({ exists: false });

    expect(await home.hermes('lcm', 'import', sessionId)).toEqual({
      sessionId,
      read: said.length,
      added: said.length,
      aside: 0,
    });
    const found = await home.hermes('lcm', 'search', NEEDLE, '--mode', 'literal');
    expect(found).toMatchObject({ total: { count: 1, isExact: true }, complete: true });
    expect(found.hits[0]).toMatchObject({ sessionId, number: 1, role: 'user' });
    expect(await home.hermes('lcm', 'doctor')).toMatchObject({ ok: true, problems: [] });
    expect(await home.hermes('lcm', 'import', sessionId)).toMatchObject({ read: said.length, added: 0 });
  });

  it('is what the engine goes on with: every message once, in the order in which it was said', async () => {
    const home = await openHome();
    const sessionId = await play(home, {});
    await home.hermes('lcm', 'import', sessionId);
    await play(home, { engine: await lcmEngine(), sessionId });

    const said = await saidIn(home, sessionId);
    const { session } = await home.hermes('lcm', 'status', sessionId);
    expect(session).toMatchObject({ entries: said.length, ambiguousEntries: 0, path: { messages: said.length } });
    expect(await home.hermes('lcm', 'import', sessionId)).toMatchObject({ read: said.length, added: 0 });
    expect(await home.hermes('lcm', 'doctor')).toMatchObject({ ok: true });
  });
});
