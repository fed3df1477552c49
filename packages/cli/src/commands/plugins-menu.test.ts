import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatFile, sandbox } from '../cli.fixture.ts';
import {
  afterMarked,
  boxWith,
  CONFIG,
  configOf,
  expectClean,
  hasTerminal,
  LARGE,
  openMenu,
  SMALL,
  toEngines,
} from '../plugins-menu/menu.fixture.ts';
import { writeEngine, writeGeneral } from '../plugins-menu/plug-ins.fixture.ts';
import type { Terminal } from '../terminal.fixture.ts';

const HOME_ENGINES = 'home/plugins/context_engine';

describe.runIf(hasTerminal())('hermes plugins in a terminal', () => {
  it.each([SMALL, LARGE])('S-007 chooses keep-turns at $columns×$rows, and writes one line', async (size) => {
    const box = boxWith();
    const terminal = openMenu(box, size);
    const first = await terminal.shows('What do you want to set up?', 'Enter: confirm');
    expect(afterMarked(first)).toBe('│  ○ Provider Plugins  context engine: compressor');
    await toEngines(terminal);
    await terminal.moveTo('keep-turns');
    const list = await terminal.shows('Keeps the last');
    expectClean(list, size.columns);
    expect(afterMarked(list)).toMatch(/^│ {4}.+keep-turns\)$/);
    terminal.press('Enter');
    const { code, screen, isCursorShown } = await terminal.ends();
    expect({ code, isCursorShown }).toEqual({ code: 0, isCursorShown: true });
    expect(screen.join('')).toContain('Context engine: keep-turns. Written to');
    expectClean(screen, size.columns);
    const [before, after] = [CONFIG.split('\n'), configOf(box).split('\n')];
    expect(after.filter((line, index) => line !== before[index])).toEqual([expect.stringContaining('keep-turns')]);
    expect(after).toHaveLength(before.length);
    box.write('chat.json', chatFile(3));
    expect((await box.compressJson(['chat.json'])).engine).toBe('keep-turns');
  });

  it('S-007 adds one line where no file chose an engine', async () => {
    const box = boxWith('# mine\ncompression:\n  threshold: 0.60\n');
    const terminal = openMenu(box);
    await toEngines(terminal);
    await terminal.moveTo('keep-turns');
    terminal.press('Enter');
    expect((await terminal.ends()).code).toBe(0);
    const added = configOf(box)
      .split('\n')
      .filter((line) => !['# mine', 'compression:', '  threshold: 0.60', ''].includes(line));
    expect(added).toEqual([expect.stringContaining('keep-turns')]);
  });

  it('goes back one level with Esc, and leaves from the first with nothing changed', async () => {
    const box = boxWith();
    const terminal = openMenu(box);
    await toEngines(terminal);
    await terminal.moveTo('keep-turns');
    terminal.press('Escape');
    await terminal.shows('■  Which context engine', '◆  Provider Plugins');
    terminal.press('Escape');
    await terminal.shows('■  Provider Plugins', '◆  What do you want to set up?');
    terminal.press('Escape');
    const { code, screen, isCursorShown } = await terminal.ends();
    expect({ code, isCursorShown }).toEqual({ code: 0, isCursorShown: true });
    expect(screen.join('\n')).toContain('Nothing was changed.');
    expectClean(screen, 80);
    expect(configOf(box)).toBe(CONFIG);
  });

  it.each([
    ['the first screen', async () => undefined],
    [
      'the provider screen',
      async (terminal: Terminal) => {
        await terminal.moveTo('Provider Plugins');
        terminal.press('Enter');
        await terminal.moveTo('Context Engine');
      },
    ],
    ['the list of engines', toEngines],
    [
      'the list of general plug-ins',
      async (terminal: Terminal) => {
        terminal.press('Enter');
        await terminal.shows('Which plug-ins are enabled?');
        terminal.press('Space');
      },
    ],
  ])('ends with 130 and nothing changed at Ctrl-C in %s', async (_, go) => {
    const box = boxWith();
    writeGeneral(box, 'notes');
    const terminal = openMenu(box);
    await terminal.shows('What do you want to set up?');
    await go(terminal);
    terminal.press('C-c');
    const { code, screen, isCursorShown } = await terminal.ends();
    expect({ code, isCursorShown }).toEqual({ code: 130, isCursorShown: true });
    expect(screen.join('\n')).toContain('Stopped. Nothing was changed.');
    expect(configOf(box)).toBe(CONFIG);
  });

  it('ends at Ctrl-C while an engine is checked, and does not write it afterwards', async () => {
    const box = boxWith();
    writeEngine(box, HOME_ENGINES, 'slow', { atImport: 'await new Promise((done) => setTimeout(done, 2000));' });
    const terminal = openMenu(box);
    await toEngines(terminal);
    await terminal.moveTo('slow');
    terminal.press('Enter');
    await terminal.shows('checking slow');
    terminal.press('C-c');
    const { code, screen } = await terminal.ends();
    expect(code).toBe(130);
    expectClean(screen, 80);
    expect(configOf(box)).toBe(CONFIG);
  });

  it('leaves one level at the end of input, too', async () => {
    const box = boxWith();
    const terminal = openMenu(box);
    await terminal.shows('What do you want to set up?');
    terminal.press('C-d');
    expect((await terminal.ends()).code).toBe(0);
    expect(configOf(box)).toBe(CONFIG);
  });

  it('explains a broken engine, writes nothing, and asks again', async () => {
    const box = boxWith();
    writeEngine(box, HOME_ENGINES, 'throws', { atImport: "throw new Error('no luck');" });
    box.write(`${HOME_ENGINES}/unnamed/plugin.yaml`, 'name: other\n');
    const terminal = openMenu(box, { columns: 120, rows: 40 });
    await toEngines(terminal);
    for (const [name, why] of [
      ['throws', 'no luck'],
      ['unnamed', 'plugin.yaml is not right'],
    ] as const) {
      await terminal.moveTo(name);
      terminal.press('Enter');
      await terminal.shows(why, 'Nothing was written.');
    }
    terminal.press('C-c');
    const { screen } = await terminal.ends();
    expectClean(screen, 120);
    expect(configOf(box)).toBe(CONFIG);
  });

  it.each([SMALL, LARGE])(
    'scrolls through 40 engines at $columns×$rows, names and descriptions of any width',
    async (size) => {
      const box = boxWith();
      const description = '说明很长，里面有表情👩‍💻，and it goes on and on. '.repeat(6);
      for (let index = 0; index < 40; index += 1) {
        const name = `engine-${String(index).padStart(2, '0')}${index % 2 === 0 ? '' : '-with-a-name-that-is-quite-long-indeed'}`;
        writeEngine(box, HOME_ENGINES, name, { description });
      }
      const terminal = openMenu(box, size);
      await toEngines(terminal);
      for (const [downs, name] of [
        [18, 'engine-17'],
        [22, 'engine-39'],
      ] as const) {
        terminal.press(...Array.from({ length: downs }, () => 'Down'));
        const list = await terminal.marks(name);
        expectClean(list, size.columns);
        expect(afterMarked(list)).toMatch(/^│ {4}\S+\)$/);
      }
      terminal.press('Enter');
      const { code, screen } = await terminal.ends();
      expect(code).toBe(0);
      expectClean(screen, size.columns);
      expect(configOf(box)).toContain('engine: engine-39-with');
    },
  );

  it('draws itself anew when the window gets another size', async () => {
    const box = boxWith();
    const terminal = openMenu(box, { columns: 200, rows: 50 });
    await toEngines(terminal);
    await terminal.moveTo('keep-turns');
    terminal.resize(60, 30);
    await terminal.shows('Keeps the la', '…');
    terminal.press('Escape', 'C-c');
    expect((await terminal.ends()).code).toBe(130);
  });

  it('creates no file when nothing is chosen', async () => {
    const box = sandbox();
    const terminal = openMenu(box);
    await terminal.shows('What do you want to set up?');
    terminal.press('Escape');
    expect((await terminal.ends()).code).toBe(0);
    expect(existsSync(join(box.folder, 'home'))).toBe(false);
  });

  it('says what to use in its place where the cursor cannot be moved', async () => {
    const terminal = openMenu(boxWith(), SMALL, { TERM: 'dumb' });
    const { code, screen } = await terminal.ends();
    expect(code).toBe(2);
    expect(screen.join('\n')).toContain('hermes plugins list');
  });
});
