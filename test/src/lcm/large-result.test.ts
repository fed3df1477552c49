import type { HostTool } from '@hermes-context/host';
import { describe, expect, it } from 'vitest';
import { openEngineStore } from './lcm-plug-in.fixture.ts';
import {
  askAbout,
  hostOver,
  lastResult,
  lcmProvider,
  newHome,
  type Steps,
  sentTo,
  WINDOW,
} from './lcm-world.fixture.ts';

/** Some 60,000 tokens, four windows. */
const LOG = Array.from(
  { length: 4_000 },
  (_, line) => `09:${line} worker ${line % 7} wrote block ${line}_of_4000 to disk`,
).join('\n');
const QUESTION = 'What does the log of the workers say?';
const PAGES = 5;

const readLog: HostTool = {
  name: 'read_log',
  description: 'Reads the log of the workers.',
  parameters: { type: 'object', properties: {} },
  execute: async () => LOG,
};

/** Reads the log by the tool, and then by the handle that it is shown by, page by page. */
const steps: Steps = (last, messages) => {
  if (last.role === 'user') return last.content === QUESTION ? { name: 'read_log', arguments: '{}' } : undefined;
  const text = lastResult(messages);
  const [, handle] = /^\[(file_[0-9a-f]{12}): this result is too large/.exec(text) ?? [];
  if (handle !== undefined) return expand({ id: handle });
  const [, id, cursor] = /lcm_expand id="(\w+)" cursor="(\S+?)"$/m.exec(text) ?? [];
  const pages = messages.filter(({ role, content }) => role === 'tool' && /chars="/.test(String(content)));
  return cursor === undefined || pages.length >= PAGES ? undefined : expand({ id, cursor });
};

function expand(given: object) {
  return { name: 'lcm_expand', arguments: JSON.stringify(given) };
}

/** The text that a page quotes. */
function quotedIn(page: string): string {
  return /<recalled [^>]*>\n([\s\S]*)\n<\/recalled>/.exec(page)?.[1] ?? '';
}

describe('a result of a tool that is four times as large as the window', () => {
  it('is shown by its outline in the next request, read in pages in the same turn, and stored once', async () => {
    const home = newHome();
    const server = await lcmProvider(steps);
    const host = await hostOver({ home, server, tools: [readLog] });
    const session = await host.newSession();
    await session.runTurn(askAbout(1));
    const before = sentTo(server).length;
    const result = await session.runTurn(QUESTION);
    expect(result).toMatchObject({ kind: 'completed' });
    expect(server.violations).toEqual([]);
    const sizes = server.requests.map(({ promptTokens }) => promptTokens ?? 0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(WINDOW);

    const [, outlined, ...paged] = sentTo(server).slice(before);
    const outline = lastResult(outlined ?? []);
    expect(outline).toMatch(/^\[file_[0-9a-f]{12}: this result is too large for the window/);
    expect(outline.length).toBeLessThan(LOG.length / 20);
    const pages = paged.map((messages) => quotedIn(lastResult(messages)));
    expect(pages.length).toBe(PAGES);
    const read = pages.join('');
    expect(LOG.startsWith(read)).toBe(true);
    expect(read.length).toBeGreaterThan(5_000);

    for (let part = 2; part < 40; part += 1) expect((await session.runTurn(askAbout(part))).kind).toBe('completed');
    expect(JSON.stringify(session.messages())).not.toContain('read_log');
    await host.close();
    const store = await openEngineStore(home);
    const path = await store.path(session.id);
    expect(path.filter(({ message }) => message.content === LOG).length).toBe(1);
    expect(await store.verify()).toEqual([]);
  });
});
