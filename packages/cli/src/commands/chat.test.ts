import {
  type FakeProvider,
  type FakeProviderOptions,
  startFakeAnthropic,
  startFakeProvider,
} from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatThrough, jsonLines, resumeId } from '../chat/chat.fixture.ts';
import { sandbox } from '../cli.fixture.ts';

const LONG = 'Tell me more about how this works, please.';

async function provider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const fake = await startFakeProvider(options);
  onTestFinished(() => fake.close());
  return fake;
}

describe('hermes chat in a pipe', () => {
  it('answers each line with plain text, and says everything else beside it', async () => {
    const { url, requests } = await provider({
      script: [
        { kind: 'reply', text: 'red \u001b[31malert\u001b[0m\u0007', chunkChars: 6 },
        { kind: 'reply', text: 'second' },
      ],
    });
    const box = sandbox();
    const run = await chatThrough(box, ['one', '', 'two'], { baseUrl: url, model: 'fake-model', contextLength: '32k' });
    expect(run).toMatchObject({ code: 0, out: 'red alert\nsecond\n' });
    expect(run.err).toContain('hermes chat · fake-model, window 32,000 tokens · engine compressor\n');
    expect(run.err).toContain(
      'Prompt caching: off (It is not known that this provider takes markers for fake-model)\n',
    );
    expect(run.err).toMatch(/Resume with: hermes chat --resume \S+\n$/);
    expect(run.out + run.err).not.toMatch(/[^\P{Cc}\n]/u);
    expect(requests.at(-1)?.body).toMatchObject({
      messages: [{ content: 'one' }, { role: 'assistant' }, { content: 'two' }],
    });
  });

  it('S-106 says at the start that prompts are cached, and in /status what was read', async () => {
    const server = await startFakeAnthropic({ apiKey: 'right' });
    onTestFinished(() => server.close());
    const box = sandbox();
    const model = { provider: 'anthropic', default: 'claude-sonnet-5', base_url: server.url, api_key: 'right' };
    box.write('home/config.yaml', JSON.stringify({ model }));
    const system = `You are careful. ${'Say what you do. '.repeat(400)}`;
    const run = await chatThrough(box, ['one', 'two', '/status'], { system });
    expect(run.code).toBe(0);
    expect(run.err).toContain('💾 Prompt caching: ENABLED (Claude via Anthropic, 5m TTL)\n');
    expect(run.out).toMatch(/Cache: \d+ % of [\d,]+ prompt tokens read from it, [\d,]+ written, in 2 requests/);
    expect(server.requests.map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
    expect(server.requests[1]?.bill?.readTokens).toBeGreaterThan(1_024);
  });

  it('explains a turn that failed in three lines, goes on, and ends with 1', async () => {
    const { url } = await provider({
      apiKey: 'right',
      script: { kind: 'reply', text: 'never' },
    });
    const flags = { baseUrl: url, model: 'fake-model', env: { OPENAI_API_KEY: 'wrong' } };
    const run = await chatThrough(sandbox(), ['one', '/status'], flags);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/^! The model fake-model gave no answer\.\n {2}why: .+\n {2}fix: .+\n/m);
    expect(run.out).toContain('Model fake-model, window');
  });

  it('takes one message from the command line, and goes on with the session by its id', async () => {
    const { url, requests } = await provider({ script: { kind: 'reply', text: 'an answer' } });
    const flags = { baseUrl: url, model: 'fake-model' };
    const box = sandbox();
    const first = await chatThrough(box, [], { ...flags, message: 'one\nof two lines', system: 'Be short.' });
    expect(first).toMatchObject({ code: 0, out: 'an answer\n' });
    const second = await chatThrough(box, ['two'], { ...flags, resume: resumeId(first) });
    expect(second.err).toContain('3 messages so far');
    expect(requests.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'system', content: 'Be short.' },
        { content: 'one\nof two lines' },
        { content: 'an answer' },
        { content: 'two' },
      ],
    });
    await expect(chatThrough(box, [], { ...flags, resume: 'nobody' })).rejects.toMatchObject({
      code: 'CTX_SESSION_NOT_FOUND',
    });
  });

  it('ends with 2 where the model that was named cannot be reached', async () => {
    const run = await sandbox().hermes(['chat', '--model', 'some-model', '--message', 'hello']);
    expect(run.code).toBe(2);
    expect(run.err).toContain('There is no model to talk to.');
  });
});

describe('hermes chat --json', () => {
  it('prints an object a line: the session, the events of a turn, its end, results of commands', async () => {
    const { url } = await provider({ script: { kind: 'reply', text: 'an\u009b answer', chunkChars: 100 } });
    const lines = ['one', '/status', '/nothing'];
    const run = await chatThrough(sandbox(), lines, { baseUrl: url, model: 'fake-model', json: true });
    expect(run.code).toBe(1);
    expect(run.out).not.toContain('\u009b');
    const printed = jsonLines(run.out);
    expect(printed[0]).toMatchObject({ type: 'session', model: { name: 'fake-model' }, engine: 'compressor' });
    expect(printed).toContainEqual(expect.objectContaining({ type: 'text', text: 'an\u009b answer' }));
    expect(printed).toContainEqual(
      expect.objectContaining({ type: 'turn', kind: 'completed', text: 'an\u009b answer', compactions: 0 }),
    );
    expect(printed).toContainEqual(expect.objectContaining({ type: 'command', command: 'status', isDone: true }));
    expect(printed).toContainEqual(expect.objectContaining({ type: 'command', command: 'nothing', isDone: false }));
    expect(printed.at(-1)).toMatchObject({ type: 'closed', sessionId: printed[0]?.['sessionId'] });
  });
});

describe('hermes chat with the demo', () => {
  it('says in its first lines that a demo answers, and compacts within some turns', async () => {
    const lines = [LONG, LONG, LONG, '/context', '/undo', '/status', '/redo', '/status'];
    const run = await chatThrough(sandbox(), lines, { contextLength: '3000' });
    expect(run.code).toBe(0);
    expect(run.err).toContain('the built-in demo answers');
    expect(run.err).toMatch(
      /⟳ compacted \d+ → \d+ messages, [\d,]+ → [\d,]+ tokens \(summary extracted locally, .+\) · \/undo takes it back/,
    );
    expect(run.out).toMatch(/Z summary +\d+/);
    expect(run.out).toMatch(/Taken back\..*Compactions in effect: 0\n.*Brought back\..*Compactions in effect: 1\n/s);
  });

  it('compacts when it is asked to, begins another session, and explains what cannot be undone', async () => {
    const run = await chatThrough(sandbox(), [
      LONG,
      LONG,
      LONG,
      LONG,
      LONG,
      '/compress the beginning',
      '/new',
      '/undo',
    ]);
    expect(run.code).toBe(1);
    expect(run.out.match(/⟳/g)).toHaveLength(1);
    expect(run.err).not.toContain('⟳');
    const ids = Array.from(run.err.matchAll(/^Session (\S+)/gm), ([, id]) => id);
    expect(new Set(ids).size).toBe(2);
    expect(run.out).toContain(`The session before is stored: hermes chat --resume ${ids[0]}`);
    expect(run.err).toContain(`! There is nothing to undo in session ${ids[1]}.`);
  });

  it('S-110 changes to another model and says that the cache is lost', async () => {
    const { url } = await provider({ script: { kind: 'reply', text: 'from elsewhere' } });
    const lines = ['hello', `/model other --base-url ${url}`, 'again', '/model a b c', '/model'];
    const run = await chatThrough(sandbox(), lines);
    expect(run.err).toMatch(/The model is now other instead of demo\. .*lost/);
    expect(run.out).toContain('from elsewhere\n');
    expect(run.err).toContain('! /model cannot read "a b c".');
    expect(run.out).toMatch(/Model other, window [\d,]+ tokens\.\n$/);
  });

  it('lists its commands and those of plug-ins, and runs them', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'plugins:\n  enabled: [notes]\n');
    box.write(
      'home/plugins/notes/plugin.yaml',
      'name: notes\nversion: 1.0.0\ndescription: Notes.\ncontract: 1\nmain: index.mjs\n',
    );
    box.write(
      'home/plugins/notes/index.mjs',
      `export function register(context) {
  context.registerCommand({ name: 'notes', description: 'repeat', run: async (args, { sessionId }) => {
    if (args === 'bad') throw new Error('no luck');
    return \`\\u001b[2J\${args} in \${sessionId}\`;
  } });
}`,
    );
    const run = await chatThrough(box, ['/help', '/notes hello', '/notes bad', '/quit', 'never']);
    expect(run.out).toContain('/notes [text]');
    expect(run.out).toMatch(/^hello in \S+\n$/m);
    expect(run.err).toContain('! The command /notes of plug-in "notes" failed.');
    expect(run.out).not.toContain('You wrote');
  });
});
