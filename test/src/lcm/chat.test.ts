import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { openEngineStore } from './lcm-plug-in.fixture.ts';
import { askAbout, hostOver, lastResult, lcmProvider, newHome, sentTo, WINDOW } from './lcm-world.fixture.ts';
import { coveringIn, NEEDLE, QUESTION, recall } from './recall-steps.fixture.ts';

const PARTS = 60;

/** What the model saw of its two calls: in the request behind the search, and in the one behind the reading. */
function seenIn(server: FakeProvider) {
  const [asking, found, read] = sentTo(server).slice(-3);
  expect(JSON.stringify(asking)).not.toContain('quokka');
  return { found: lastResult(found ?? []), read: lastResult(read ?? []) };
}

function expectNeedle({ found, read }: ReturnType<typeof seenIn>) {
  expect(found).toMatch(/"returned":1,"total":1,"complete":true/);
  expect(found).toMatch(/^msg_(?:1 #1|3 #3) user .* with the word «quokka-5513», and closes by itself\.$/m);
  expect(read).toContain(`\n${NEEDLE}\n`);
  expect(read).toMatch(/<recalled id="msg_1" number="1" role="user"/);
}

describe('a long conversation with lcm', () => {
  it('S-120 answers from an archived turn, which lcm_grep finds and lcm_expand reads word for word', async () => {
    const home = newHome();
    const server = await lcmProvider(recall);
    const host = await hostOver({ home, server });
    const session = await host.newSession();

    const results = [await session.runTurn(NEEDLE)];
    for (let part = 1; part <= PARTS; part += 1) results.push(await session.runTurn(askAbout(part)));
    const compactions = results.flatMap((result) => result.compactions);
    expect(new Set(compactions.map(({ kind }) => kind))).toEqual(new Set(['compacted']));
    expect(compactions.length).toBeGreaterThan(2);

    const answered = await session.runTurn(QUESTION);
    expect(answered).toMatchObject({ kind: 'completed' });
    expect(server.violations).toEqual([]);
    const seen = seenIn(server);
    expectNeedle(seen);

    await host.close();
    const store = await openEngineStore(home);
    const path = await store.path(session.id);
    expect(path.find(({ id }) => id === 1)?.message.content).toBe(NEEDLE);
    const [first] = await store.summaryEntries(coveringIn(seen.found) ?? '', { limit: 1 });
    expect(first?.message.content).toBe(NEEDLE);
    // Each message of each turn: the needle, the parts with their answers, the two calls with theirs.
    const entries = 2 + 2 * PARTS + 6;
    expect(path.length).toBe(entries);
    expect(await store.stats(session.id)).toMatchObject({ entries, ambiguousEntries: 0 });
    expect(await store.verify()).toEqual([]);
  });

  it('S-120 does so in hermes chat, where the config names the engine', async () => {
    const home = newHome();
    const server = await lcmProvider(recall);
    // A first request of its own: that one is pinned, and stands in the list for ever.
    const opening = ['Work through the parts, one by one.', NEEDLE];
    const lines = [...opening, ...Array.from({ length: PARTS }, (_, part) => askAbout(part)), QUESTION];
    const { code, out, err } = await chat(home, { server, lines });

    expect({ code, err: err.replaceAll(/^.*(?:fake-model|Compact|Resume).*$/gm, '') }).toMatchObject({ code: 0 });
    expect(err).toContain('engine lcm');
    expect(out.trimEnd().split('\n').length).toBe(lines.length);
    expect(server.violations).toEqual([]);
    expectNeedle(seenIn(server));
    const store = await openEngineStore(join(home, 'context'));
    expect(await store.verify()).toEqual([]);
    expect((await store.stats()).leaves).toBeGreaterThan(3);
  });
});

interface Chat {
  readonly server: FakeProvider;
  readonly lines: readonly string[];
}

/** The command as a process, whose lines come through a pipe. */
function chat(home: string, { server, lines }: Chat): Promise<{ code: number | null; out: string; err: string }> {
  mkdirSync(home, { recursive: true });
  const settings = {
    model: { default: 'fake-model', base_url: server.url, api_key: 'any', context_length: WINDOW },
    context: { engine: 'lcm' },
  };
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(settings));
  const script = fileURLToPath(new URL('./chat-process.fixture.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@hermes-context/source', '--disable-warning=ExperimentalWarning', script, 'chat'],
    { cwd: home, env: { HOME: home, HERMES_HOME: home } },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  child.stdin.end(lines.join('\n'));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
