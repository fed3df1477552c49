import { describe, expect, it } from 'vitest';
import { home, writeGeneral } from './general-plugin.fixture.ts';

const call = { signal: new AbortController().signal };

describe('a slash command of a general plug-in', () => {
  const commandOf = async (run: string) => {
    const { plugins, load } = await home();
    await writeGeneral(
      plugins,
      'notes',
      `context.registerCommand({ name: 'notes', description: 'x', text: 'mine', run: ${run} });`,
    );
    return (await load(['notes'])).general.commands[0]!;
  };

  it('runs on itself, with what was typed and the session', async () => {
    const command = await commandOf(
      'async function (args, { sessionId }) { return [this.text, args, sessionId].join(); }',
    );
    expect(await command.run('a b', { ...call, sessionId: 's1' })).toBe('mine,a b,s1');
  });

  it.each([
    ['throws', '() => { throw new Error("boom"); }', 'Its run threw: boom'],
    ['rejects', 'async () => { throw null; }', 'Its run threw: null'],
    ['answers no text', 'async () => ({ text: 1 })', 'did not answer in text'],
  ])('that %s fails with its name and its plug-in’s', async (_, run, problem) => {
    const command = await commandOf(run);
    await expect(command.run('', call)).rejects.toMatchObject({
      code: 'CTX_PLUGIN_COMMAND_FAILED',
      plugin: 'notes',
      command: 'notes',
      message: expect.stringContaining(problem),
    });
  });

  it('rejects with the reason of the person who stopped it', async () => {
    const command = await commandOf(
      '(args, { signal }) => new Promise((_, no) => signal.addEventListener("abort", () => no(1)))',
    );
    const stop = new AbortController();
    const running = command.run('', { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await expect(command.run('', { signal: stop.signal })).rejects.toThrow('stopped');
  });
});
