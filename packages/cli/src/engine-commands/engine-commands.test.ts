import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@hermes-context/contract';
import type { SqliteSessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { compact, storeBox, turn, user } from '../sessions/session-store.fixture.ts';
import { commandText, writeCommandEngine, writeProjectEngine } from './engine-commands.fixture.ts';

const done = (text: string): string => `return { kind: 'done', text: ${text}, data: { args } };`;

describe('hermes ENGINE COMMAND', () => {
  it('runs the command of an engine with its words, its section, its folder and a clock', async () => {
    const box = sandbox();
    const body = `const { options, dataDir, cwd, clock, signal } = services;
      return { kind: 'done', text: '', data: { args, options, dataDir, cwd, now: typeof clock.now(), aborted: signal.aborted } };`;
    writeCommandEngine(box, 'notes', `[${commandText('show', body)}]`);
    box.write('home/config.yaml', 'context:\n  options:\n    notes:\n      depth: 3\n');
    const { code, out, err } = await box.hermes(['notes', 'show', 'a b', '--json', '--deep', '--', '--json', '-h']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual({
      args: ['a b', '--deep', '--', '--json', '-h'],
      options: { depth: 3 },
      dataDir: join(box.folder, 'home/context/engines/notes'),
      cwd: box.folder,
      now: 'number',
      aborted: false,
    });
  });

  it('shows text to people, and nothing in it steers the terminal', async () => {
    const box = sandbox();
    const text = String.raw`'one  two\u001b[31m\u0007\n\tthree\u202e\n'`;
    writeCommandEngine(box, 'notes', `[${commandText('show', done(text))}]`);
    expect(await box.hermes(['notes', 'show'])).toEqual({ code: 0, out: 'one  two\n  three\n', err: '' });
  });

  it('leaves standard output to what a command writes itself', async () => {
    const box = sandbox();
    writeCommandEngine(box, 'notes', `[${commandText('dump', `services.write('a\\n'); ${done("'two lines'")}`)}]`);
    expect(await box.hermes(['notes', 'dump'])).toEqual({ code: 0, out: 'a\n', err: 'two lines\n' });
    expect(await box.hermes(['notes', 'dump', '--json'])).toEqual({ code: 0, out: 'a\n', err: '' });
  });

  it('lists the commands: when asked, and when told none', async () => {
    const box = sandbox();
    const details = "{ ...first, name: 'second', details: ['  --deep  all of it'] }";
    writeCommandEngine(box, 'notes', `((first) => [first, ${details}])(${commandText('first', done("''"))})`);
    const help = await box.hermes(['notes', '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('  first [WORD]   Does first.\n  second [WORD]  Does first.\n');
    expect(await box.hermes(['notes', 'help'])).toEqual(help);
    expect(await box.hermes(['notes'])).toEqual({ code: 2, out: '', err: help.out });
    const second = await box.hermes(['notes', 'second', '--help']);
    expect(second.out).toBe('Usage: hermes notes second [WORD] [--json]\n\nDoes first.\n\n  --deep  all of it\n');
  });

  it('says which command was meant, with exit code 2', async () => {
    const box = sandbox();
    writeCommandEngine(box, 'notes', `[${commandText('search', done("''"))}]`);
    const { code, out, err } = await box.hermes(['notes', 'serach', 'x', '--json']);
    expect(code).toBe(2);
    expect(err).toContain('The engine "notes" has no command "serach"');
    expect(err).toContain('Did you mean search?');
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'CTX_USAGE' } });
  });

  it('finds the engine where context.engine would: project over home', async () => {
    const box = sandbox();
    writeCommandEngine(box, 'notes', `[${commandText('where', done("'home'"))}]`);
    writeProjectEngine(box, 'notes', `[${commandText('where', done("'project'"))}]`);
    expect((await box.hermes(['notes', 'where'])).out).toBe('project\n');
  });

  it('finds it in a folder of plugins.paths', async () => {
    const box = sandbox();
    const other = sandbox();
    writeCommandEngine(other, 'notes', `[${commandText('where', done("'path'"))}]`);
    const path = join(other.folder, 'home/plugins/context_engine');
    box.write('home/config.yaml', JSON.stringify({ plugins: { paths: [path] } }));
    expect((await box.hermes(['notes', 'where'])).out).toBe('path\n');
  });
});

describe('a first word that is no engine’s name', () => {
  it('gets the suggestion of our commands, and no code of a plug-in runs', async () => {
    const box = sandbox();
    const marker = join(box.folder, 'marker');
    const touch = `(await import('node:fs')).writeFileSync(${JSON.stringify(marker)}, '') ?? []`;
    writeCommandEngine(box, 'notes', touch);
    writeProjectEngine(box, 'compres', touch);
    for (const word of ['note', 'compres', 'Notes', '../notes', 'compressor']) {
      const { code, err } = await box.hermes([word, 'x']);
      expect(code).toBe(2);
      expect(err).toContain(`Unknown command '${word}'`);
    }
    expect((await box.hermes(['compres'])).err).toContain('Did you mean compress?');
    expect(existsSync(marker)).toBe(false);
  });

  it('is told so with a broken configuration too', async () => {
    const box = sandbox();
    writeCommandEngine(box, 'notes', `[${commandText('show', done("''"))}]`);
    box.write('home/config.yaml', 'compression: 5\n');
    expect((await box.hermes(['compres', 'x'])).err).toContain('Did you mean compress?');
    expect(await box.hermes(['notes', 'show'])).toMatchObject({ code: 2, err: expect.stringContaining('compression') });
  });

  it('may name an engine without commands, or one that is broken', async () => {
    const box = sandbox();
    writeCommandEngine(box, 'plain', 'undefined');
    writeCommandEngine(box, 'odd', '7');
    box.write('home/plugins/context_engine/empty/index.mjs', '');
    expect((await box.hermes(['plain', 'x'])).err).toContain('The engine "plain" has no commands.');
    expect((await box.hermes(['odd', 'x'])).err).toContain('offers commands that are no list');
    expect(await box.hermes(['empty', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining('plugin.yaml') });
  });
});

describe('a command of a stranger', () => {
  it.each<[string, string, RegExp]>([
    ['throws', "throw new Error('no disk');", /It threw: no disk/],
    ['answers nothing', '', /did not answer with a result/],
    ['answers without text', "return { kind: 'done', data: 1 };", /has no text/],
    ['answers what JSON cannot hold', "return { kind: 'done', text: '', data: 1n };", /nothing that JSON can hold/],
    ['fails without saying why', "return { kind: 'failed', problem: { what: 'x' } };", /what, why and fix/],
  ])('that %s is reported without a stack, exit code 1', async (_, body, why) => {
    const box = sandbox();
    writeCommandEngine(box, 'notes', `[${commandText('show', body)}]`);
    const { code, out, err } = await box.hermes(['notes', 'show', '--json']);
    expect(code).toBe(1);
    expect(err).toMatch(why);
    expect(err).not.toMatch(/\n\s+at /);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'CTX_ENGINE_COMMAND_FAILED' } });
  });

  it('is left out where it cannot be one, and the others run', async () => {
    const box = sandbox();
    const good = commandText('show', done("'fine'"));
    writeCommandEngine(
      box,
      'notes',
      `[null, { ...${good}, name: 'Show' }, ${good}, ${good}, { name: 'x', summary: 'x', usage: '' }]`,
    );
    const { code, out, err } = await box.hermes(['notes', 'show']);
    expect({ code, out }).toEqual({ code: 0, out: 'fine\n' });
    expect(err.match(/was left out/g)).toHaveLength(4);
    expect(err).toContain('Command 4 of the engine "notes" was left out: there is a command "show" before it.');
  });

  it('explains itself: a failure with what came of it, wrong arguments, an error of the contract', async () => {
    const box = sandbox();
    const problem = "problem: { what: 'Two faults.', why: 'Bits fell out.', fix: 'Put them back.' }";
    const error = `class Full extends Error { constructor() { super('full'); this.code = 'CTX_NOTES_FULL';
      this.explanation = { what: 'Full.', why: 'No room.', fix: 'Make some.' }; this[Symbol.for('hermes-context.error')] = true; } }`;
    const bodies = {
      check: `return { kind: 'failed', text: 'fault 1', data: [1], ${problem} };`,
      wrong: `return { kind: 'usage', ${problem} };`,
      full: `${error}; throw new Full();`,
    };
    writeCommandEngine(
      box,
      'notes',
      `[${Object.entries(bodies)
        .map(([name, body]) => commandText(name, body))
        .join()}]`,
    );
    const told = 'hermes: Two faults.\n  why: Bits fell out.\n  fix: Put them back.\n';
    expect(await box.hermes(['notes', 'check'])).toEqual({ code: 1, out: 'fault 1\n', err: told });
    expect(await box.hermes(['notes', 'check', '--json'])).toEqual({ code: 1, out: '[\n  1\n]\n', err: told });
    expect(await box.hermes(['notes', 'wrong'])).toEqual({ code: 2, out: '', err: told });
    const full = await box.hermes(['notes', 'full', '--json']);
    expect(full.code).toBe(1);
    expect(JSON.parse(full.out)).toMatchObject({ error: { code: 'CTX_NOTES_FULL', what: 'Full.' } });
  });

  it('is told that a person stopped it, and not waited for', async () => {
    const box = sandbox();
    writeCommandEngine(
      box,
      'notes',
      `[${commandText('wait', "process.emit('SIGINT'); await new Promise(() => {});")}]`,
    );
    expect(await box.hermes(['notes', 'wait'])).toEqual({ code: 130, out: '', err: 'hermes: stopped.\n' });
  });
});

describe('readSession', () => {
  const list = `const said = []; const session = await services.readSession(args[0]);
    for await (const one of session ?? []) said.push(one);
    return { kind: 'done', text: '', data: session === undefined ? null : said };`;

  it('reads everything that was said, archived and taken back too, and nothing that a compaction wrote', async () => {
    const { newestWritten, ...box } = await compactedBox();
    const { out } = await box.hermes(['notes', 'read', 'work', '--json']);
    const said: readonly {
      message: { content: unknown; _context: { id: string } };
      at: number;
      isTakenBack: boolean;
    }[] = JSON.parse(out);
    expect(said.map(({ message, isTakenBack }) => [message._context.id, isTakenBack])).toEqual([
      ...Array.from({ length: 8 }, (_, index) => [`work:${index + 1}`, false]),
      ['work:11', true],
      ['work:12', false],
    ]);
    expect(said[2]?.message.content).toContain('export const value1');
    expect(said.every(({ at }) => at > 0)).toBe(true);
    expect(newestWritten).toBe(10);
  });

  it('reads a session of several pages in order', async () => {
    const box = storeBox();
    writeCommandEngine(box, 'notes', `[${commandText('read', list)}]`);
    const texts = Array.from({ length: 1_203 }, (_, index) => `message ${index}`);
    await box.withStore(async (store) => {
      await store.create({ id: 'long' });
      await store.append('long', texts.map(user));
    });
    const said: readonly { message: { content: string } }[] = JSON.parse(
      (await box.hermes(['notes', 'read', 'long', '--json'])).out,
    );
    expect(said.map(({ message }) => message.content)).toEqual(texts);
  });

  it('knows no session that there is not, and makes no store', async () => {
    const box = storeBox();
    writeCommandEngine(box, 'notes', `[${commandText('read', list)}]`);
    expect((await box.hermes(['notes', 'read', 'none', '--json'])).out).toBe('null\n');
    expect(existsSync(box.path)).toBe(false);
    await box.withStore((store) => store.create({ id: 'one' }));
    expect((await box.hermes(['notes', 'read', 'none', '--json'])).out).toBe('null\n');
    expect((await box.hermes(['notes', 'read', 'one', '--json'])).out).toBe('[]\n');
  });

  it('says that the store of the host cannot be used', async () => {
    const box = storeBox();
    writeCommandEngine(box, 'notes', `[${commandText('read', list)}]`);
    box.write('home/context/state.db', 'no database, but long enough for a header of one'.repeat(40));
    const { code, err } = await box.hermes(['notes', 'read', 'one']);
    expect(code).toBe(1);
    expect(err).toContain('state.db');
  });

  /** What an engine does that prunes: another message stands in place of one that was said, and nothing marks it. */
  async function rewriteNewest(store: SqliteSessionStore, sessionId: string): Promise<void> {
    const { revision, sequence, messages } = await store.load(sessionId);
    const lease = await store.acquireLease({ sessionId, holder: 'test' });
    if (lease.kind !== 'acquired') throw new Error('busy');
    const pruned: Message = { role: 'assistant', content: 'Pruned.' };
    const outcome = { kind: 'compressed', messages: [...messages.slice(0, -1), pruned] } as const;
    const expected = { expectedRevision: revision, expectedSequence: sequence };
    await store.commit({ sessionId, ...expected, outcome, lease: lease.lease, key: 'prune', engine: 'prune' });
    await store.releaseLease(lease.lease);
  }

  /** Two turns, compacted; then a message that a rewind took back, and another one. */
  async function compactedBox() {
    const box = storeBox();
    writeCommandEngine(box, 'notes', `[${commandText('read', list)}]`);
    const newestWritten = await box.withStore(async (store) => {
      await store.create({ id: 'work' });
      await store.append('work', [...turn(1), ...turn(2)]);
      await compact(store, 'work', { key: 'one' });
      await rewriteNewest(store, 'work');
      const { sequence } = await store.get('work');
      await store.append('work', [user('never mind')]);
      await store.rewind({ sessionId: 'work', messageId: `work:${sequence + 1}` });
      await store.append('work', [user('go on')]);
      return sequence;
    });
    return { ...box, newestWritten };
  }
});
