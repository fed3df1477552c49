import { describe, expect, it } from 'vitest';
import { boxWith, CONFIG, configOf, hasTerminal, openMenu } from '../plugins-menu/menu.fixture.ts';
import { engineObject, writeGeneral } from '../plugins-menu/plug-ins.fixture.ts';

describe.runIf(hasTerminal())('the general plug-ins in the menu', () => {
  it('switches general plug-ins: those that were switched, and no other', async () => {
    const box = boxWith('plugins:\n  enabled: [idle]   # mine\n');
    writeGeneral(box, 'idle');
    writeGeneral(box, 'notes', `context.registerContextEngine(${engineObject('jotter')});`);
    writeGeneral(box, 'other');
    const terminal = openMenu(box);
    await terminal.shows('1 of 3 enabled');
    terminal.press('Enter');
    await terminal.shows('Which plug-ins are enabled?', 'Space: select');
    terminal.press('Space', 'Down', 'Space', 'Enter');
    const { code, screen } = await terminal.ends();
    expect(code).toBe(0);
    expect(screen.join('\n')).toContain('notes is enabled, idle is disabled. Written to');
    expect(configOf(box)).toBe('plugins:\n  enabled: [notes]   # mine\n  disabled: [idle]\n');
  });

  it('explains a general plug-in that cannot be enabled, and writes nothing', async () => {
    const box = boxWith();
    writeGeneral(box, 'sick', "throw new Error('no luck');");
    const terminal = openMenu(box);
    await terminal.shows('0 of 1 enabled');
    terminal.press('Enter');
    await terminal.shows('Space: select');
    terminal.press('Space', 'Enter');
    await terminal.shows('no luck', 'It was not enabled.');
    terminal.press('Escape');
    await terminal.shows('■  Which plug-ins', '◆  What do you want to set up?');
    terminal.press('Escape');
    expect((await terminal.ends()).code).toBe(0);
    expect(configOf(box)).toBe(CONFIG);
  });

  it('says where general plug-ins would lie when there are none', async () => {
    const terminal = openMenu(boxWith());
    await terminal.shows('What do you want to set up?');
    terminal.press('Enter');
    await terminal.shows('There are no general plug-ins.');
    terminal.press('Escape');
    expect((await terminal.ends()).code).toBe(0);
  });
});
