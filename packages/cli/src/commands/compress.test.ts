import { readFileSync } from 'node:fs';
import { type FakeScriptLine, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { chatFile, sandbox } from '../cli.fixture.ts';

const WINDOW = ['--context-length', '8000'];

describe('hermes compress', () => {
  it('says what was won, by phase and by category, and writes nothing on its own', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(40));
    const { code, out, err } = await box.hermes(['compress', file, ...WINDOW, '--local']);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain('161 messages (openai-chat)');
    expect(out).toMatch(/Pruned +161 +[\d,]+ +\d+ % +\d+ tool results cleared/);
    expect(out).toMatch(/Tool output +[\d,]+ +[\d,]+ +\d+ %/);
    expect(out).toContain('Valid for OpenAI and Anthropic.');
    expect(out).toContain('Nothing was written.');
    expect(out).not.toContain('\u001b');
  });

  it('prints one object with --json, and leaves the threshold behind', async () => {
    const box = sandbox();
    const result = await box.compressJson([box.write('chat.json', chatFile(40)), ...WINDOW, '--local']);
    expect(result).toMatchObject({
      engine: 'compressor',
      outcome: 'compressed',
      before: { messages: 161 },
      summary: { source: 'extractive' },
      valid: { openai: [], anthropic: [] },
      repairs: [],
      thresholdTokens: 4_000,
    });
    expect(result.after.tokens).toBeLessThan(4_000);
    expect(Object.keys(result).slice(0, 12)).toEqual([
      'engine',
      'outcome',
      'before',
      'after',
      'pruned',
      'boundaries',
      'summary',
      'valid',
      'repairs',
      'warnings',
      'ms',
      'format',
    ]);
  });

  it('writes the messages where it is told, and says `unchanged` when it reads them again', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(40));
    const out = `${box.folder}/short.json`;
    await box.compressJson([file, ...WINDOW, '--local', '--out', out]);
    expect(await box.compressJson([out, ...WINDOW, '--local'])).toMatchObject({ outcome: 'unchanged', repairs: [] });
    expect(JSON.parse(readFileSync(out, 'utf8')).messages.at(-1).content).toBe('Module 39 loads a value.');
  });

  it('reads standard input, and gives standard output to the messages with --out -', async () => {
    const box = sandbox();
    const { code, out, err } = await box.hermes(['compress', '-', ...WINDOW, '--local', '--out', '-'], {
      stdin: chatFile(40),
    });
    expect(code).toBe(0);
    expect(JSON.parse(out).messages.length).toBeLessThan(161);
    expect(err).toContain('standard input: 161 messages');
  });

  it('writes nothing and asks nobody on a dry run', async () => {
    await using provider = await startFakeProvider();
    const box = sandbox();
    const file = box.write('chat.json', chatFile(40));
    box.write('home/config.yaml', `auxiliary:\n  compression:\n    base_url: ${provider.url}\n`);
    const out = `${box.folder}/short.json`;
    await box.hermes(['compress', file, ...WINDOW, '--dry-run', '--out', out], { env: { OPENAI_API_KEY: 'k' } });
    expect(provider.requests).toEqual([]);
    expect(() => readFileSync(out)).toThrow('ENOENT');
  });

  it('leaves a short conversation alone, unless forced', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(12));
    const kept = await box.compressJson([file, '--local']);
    expect(kept.reason).toMatch(/^below-threshold: The request is about [\d,]+ tokens, threshold 100,000/);
    expect((await box.compressJson([file, '--local', '--force'])).outcome).toBe('compressed');
  });

  it('mends what is broken in the file and lists it, also when nothing is compressed', async () => {
    const box = sandbox();
    const broken = JSON.stringify([
      { role: 'tool', tool_call_id: 'gone', content: 'late' },
      { role: 'user', content: 'Go on.' },
    ]);
    const result = await box.compressJson([box.write('chat.json', broken), '--local']);
    expect(result).toMatchObject({ outcome: 'unchanged', repairs: [{ kind: 'orphan-result-removed', index: 0 }] });
    expect(result.valid).toEqual({ openai: [], anthropic: [] });
  });

  it('S-006 falls back to the built-in engine when the one asked for is unknown, and says so', async () => {
    const box = sandbox();
    const result = await box.compressJson([box.write('chat.json', chatFile(2)), '--local', '--engine', 'lmc']);
    expect(result.engine).toBe('compressor');
    expect(result.warnings.join(' ')).toMatch(/"lmc" was not found.*The built-in compressor is used instead\./);
  });

  it('runs an engine from a plug-in folder by its name', async () => {
    const box = sandbox();
    const result = await box.compressJson([box.write('chat.json', chatFile(40)), ...WINDOW, '--engine', 'keep-turns']);
    expect(result).toMatchObject({
      engine: 'keep-turns',
      outcome: 'compressed',
      summary: null,
      valid: { openai: [], anthropic: [] },
    });
  });

  it('does not run an engine that a project brings and itself names, until the user names it', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(2));
    box.write('.hermes-context.yaml', 'context:\n  engine: evil\n');
    box.write(
      'plugins/context_engine/evil/plugin.yaml',
      'name: evil\nversion: 1.0.0\ndescription: x\ncontract: 1\nmain: index.mjs\n',
    );
    box.write(
      'plugins/context_engine/evil/index.mjs',
      `globalThis.evilRan = true;\nexport const contextEngine = {};\n`,
    );
    const result = await box.compressJson([file, '--local']);
    expect(result.engine).toBe('compressor');
    expect(result.warnings.join(' ')).toContain('its code was not run');
    expect(Reflect.get(globalThis, 'evilRan')).toBeUndefined();
  });
});

describe('hermes compress with wrong input', () => {
  const fails = async (argv: readonly string[], files: Readonly<Record<string, string>> = {}) => {
    const box = sandbox();
    for (const [name, text] of Object.entries(files)) box.write(name, text);
    return box.hermes(['compress', ...argv]);
  };

  it.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['no such file', ['none.json'], {}, /Cannot read none\.json: there is no such file/],
    ['a directory', ['.'], {}, /Cannot read \.: it is a directory/],
    ['an empty file', ['a.json'], { 'a.json': '' }, /empty/],
    [
      'broken JSON, with its line',
      ['a.json'],
      { 'a.json': '[\n {"role": "user", "content": "x"},\n {"role" oops}\n]' },
      /line 3/i,
    ],
    [
      'the wrong shape, with its path',
      ['a.json'],
      { 'a.json': '{"messages": [{"role": "user", "content": "x"}, 7]}' },
      /messages\[1\]/,
    ],
    ['an unknown flag', ['a.json', '--forse'], { 'a.json': '[]' }, /--force/],
    ['no number of tokens', ['a.json', '--context-length', 'big'], { 'a.json': '[]' }, /--context-length is "big"/],
    [
      'a threshold of 50',
      ['a.json'],
      { 'a.json': '[]', 'home/config.yaml': 'compression:\n  threshold: 50\n' },
      /a ratio above 0, at most 1/,
    ],
    ['a missing argument', [], {}, /missing required argument/i],
  ])('ends with exit code 2 for %s', async (_, argv, files, expected) => {
    const { code, out, err } = await fails(argv, files);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(expected);
    expect(err).toMatch(/^ {2}why: .+\n {2}fix: .+/m);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it('says it to a program too, with --json', async () => {
    const { code, out } = await fails(['none.json', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'CTX_INPUT_UNREADABLE', fix: expect.any(String) } });
  });

  it('ends with exit code 1 and touches nothing when the result cannot be written', async () => {
    const { code, err } = await fails(['a.json', '--local', '--out', 'no/such/folder/b.json'], {
      'a.json': chatFile(2),
    });
    expect(code).toBe(1);
    expect(err).toContain('Cannot write no/such/folder/b.json');
  });
});

describe('hermes compress with a model', () => {
  const withModel = async (script: FakeScriptLine | readonly FakeScriptLine[], compression = '') => {
    await using provider = await startFakeProvider({ script, apiKey: 'fake-key' });
    const box = sandbox();
    const file = box.write('chat.json', chatFile(40));
    box.write(
      'home/config.yaml',
      `auxiliary:\n  compression:\n    base_url: ${provider.url}\n    timeout: 1\n${compression}`,
    );
    const result = await box.compressJson([file, ...WINDOW], { OPENAI_API_KEY: 'fake-key' });
    return { result, requests: provider.requests, before: JSON.parse(chatFile(40)).messages.length };
  };

  it('takes the summary from the configured server', async () => {
    const { result, requests } = await withModel({ kind: 'reply', text: '## Goal\nUnderstand the modules.' });
    expect(result).toMatchObject({
      outcome: 'compressed',
      summary: { source: 'model' },
      warnings: [],
    });
    expect(JSON.stringify(requests)).not.toMatch(/max_tokens|temperature/);
  });

  it.each<[string, FakeScriptLine, RegExp]>([
    ['refuses the key', { kind: 'status', status: 401 }, /key/i],
    ['is out of quota', { kind: 'status', status: 429, code: 'insufficient_quota' }, /quota|funds/i],
  ])('keeps the history whole when the server %s, and says so', async (_, script, warning) => {
    const { result, before } = await withModel(script);
    expect(result).toMatchObject({ outcome: 'unchanged', after: { messages: before } });
    expect(result.reason).toMatch(/^summary-failed/);
    expect(result.warnings.join(' ')).toMatch(warning);
  });

  it.each<[string, FakeScriptLine]>([
    ['hangs', { kind: 'hang' }],
    ['returns nothing', { kind: 'empty' }],
    ['refuses', { kind: 'refusal', text: 'I cannot help with that.' }],
    ['stops in the middle', { kind: 'truncated', text: '## Goal\nUnderst' }],
    ['calls a tool', { kind: 'tool-call', name: 'read_file', arguments: '{}' }],
    ['is overloaded', { kind: 'status', status: 503 }],
  ])('extracts the summary itself when the server %s, and says why', async (_, script) => {
    const { result } = await withModel(script);
    expect(result).toMatchObject({
      outcome: 'compressed',
      summary: { source: 'extractive' },
      valid: { openai: [], anthropic: [] },
    });
    expect(result.warnings.join(' ')).toContain('extracted locally instead');
  });

  it('keeps the history or extracts when the server cuts the line', async () => {
    const { result } = await withModel({ kind: 'cut', afterChunks: 1 });
    expect(result.outcome === 'unchanged' ? result.reason : result.summary?.source).toMatch(
      /summary-failed|extractive/,
    );
    expect(result.warnings.join(' ')).not.toBe('');
  });
});

describe('hermes compress with an engine that fails', () => {
  it('leaves the conversation as it is, and names engine and fault', async () => {
    const box = sandbox();
    const file = box.write('chat.json', chatFile(40));
    const folder = 'home/plugins/context_engine/eraser';
    box.write(
      `${folder}/plugin.yaml`,
      'name: eraser\nversion: 1.0.0\ndescription: Erases.\ncontract: 1\nmain: index.mjs\n',
    );
    box.write(
      `${folder}/index.mjs`,
      `export const contextEngine = { name: 'eraser', version: '1.0.0', contract: 1, description: 'Erases.', parseOptions: () => ({}),
        create: () => ({ updateFromResponse() {}, shouldCompress: () => true, compress: async () => ({ kind: 'compressed', messages: [] }) }) };`,
    );
    const result = await box.compressJson([file, ...WINDOW, '--engine', 'eraser', '--out', 'kept.json']);
    expect(result).toMatchObject({ engine: 'eraser', outcome: 'unchanged', after: { messages: 161 } });
    expect(result.reason).toContain('The engine "eraser" failed');
    expect(readFileSync(`${box.folder}/kept.json`, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });
});
