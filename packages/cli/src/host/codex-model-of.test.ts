import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FakeCodexScript, fakeCodex } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatThrough, resumeId } from '../chat/chat.fixture.ts';
import { type Sandbox, sandbox } from '../cli.fixture.ts';

/** A home that speaks to a program `codex`, which is found first on the PATH. */
function homeWith(script: FakeCodexScript, ...lines: readonly string[]) {
  const codex = fakeCodex(script);
  onTestFinished(() => codex[Symbol.dispose]());
  const box = sandbox();
  const quoted = [codex.command, ...codex.args].map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`);
  const program = box.write('bin/codex', `#!/bin/sh\nexec ${quoted.join(' ')}\n`);
  chmodSync(program, 0o755);
  box.write('home/config.yaml', ['model:', '  api_mode: codex_app_server', ...lines, ''].join('\n'));
  return { box, codex, env: { PATH: `${dirname(program)}:/usr/bin:/bin` } };
}

const TURNS = {
  turns: [
    [
      { kind: 'text', text: 'First answer.' },
      { kind: 'usage', inputTokens: 3_000, outputTokens: 20 },
    ],
    [
      { kind: 'compact' },
      { kind: 'text', text: 'Second answer.' },
      { kind: 'usage', inputTokens: 900, outputTokens: 20 },
    ],
  ],
} as const satisfies FakeCodexScript;

describe('hermes chat with model.api_mode: codex_app_server', () => {
  it('S-083 S-084 leads a thread of Codex, records what it compacts, and has it compact by /compress', async () => {
    const { box, codex, env } = homeWith(TURNS);
    const run = await chatThrough(box, ['one', 'two', '/compress', '/status'], { env });
    expect(run.code).toBe(0);
    expect(run.out).toMatch(/^First answer\.\nSecond answer\.\n/);
    expect(run.out).toContain('compacted by Codex, which holds the conversation, about 500 tokens left');
    expect(run.out).toContain('Compacted by the provider: 2 times');
    expect(run.err).toContain('The provider has compacted what it holds of this conversation.');
    expect(codex.methods().filter((method) => /start$/.test(method))).toEqual([
      'thread/start',
      'turn/start',
      'turn/start',
      'thread/compact/start',
    ]);

    const again = await chatThrough(box, ['three'], { env, resume: resumeId(run) });
    expect(again.err).toContain('4 messages so far');
    expect(codex.paramsOf('thread/resume')).toHaveLength(1);
  });

  it('begins a new thread with what was said so far where Codex has lost the old one', async () => {
    const { box, codex, env } = homeWith(TURNS);
    const run = await chatThrough(box, ['one'], { env });
    await chatThrough(box, ['and now?'], { env, resume: resumeId(run) });
    const inputs = JSON.stringify(codex.paramsOf('turn/start'));
    expect(codex.methods()).toContain('thread/resume');
    expect(inputs).toContain('assistant: First answer.');
    expect(inputs).toContain('and now?');
  });

  it('says how to install Codex where there is none, and ends with 1', async () => {
    const box: Sandbox = sandbox();
    box.write('home/config.yaml', 'model:\n  api_mode: codex_app_server\n');
    const run = await chatThrough(box, ['one'], { env: { PATH: '/nowhere' } });
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/could not be started.*\n.*\n {2}fix: Install Codex/);
    expect(run.err).not.toMatch(/at \w+ \(/);
  });

  it('declines what Codex asks for, and says so', async () => {
    const ask = { kind: 'ask', method: 'item/commandExecution/requestApproval' } as const;
    const { box, codex, env } = homeWith({ turns: [[ask, { kind: 'text', text: 'I could not.' }]] });
    const run = await chatThrough(box, ['delete it all'], { env });
    expect(run.out).toBe('I could not.\n');
    expect(run.err).toContain('Codex asked for something that was declined');
    expect(codex.answers()).toHaveLength(1);
  });
});
