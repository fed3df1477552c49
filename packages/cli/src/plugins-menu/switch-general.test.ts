import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { openInventory } from './open-inventory.ts';
import { type Switch, switchGeneral, withSwitches } from './switch-general.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const lists = fc.record({ enabled: fc.uniqueArray(names), disabled: fc.uniqueArray(names) });
const switches = fc.uniqueArray(
  fc.record({ plugin: names, to: fc.constantFrom<Switch['to']>('on', 'off', 'forgotten') }),
  {
    selector: ({ plugin }) => plugin,
  },
);

describe('switching general plug-ins', () => {
  it('puts each into the list that it belongs to, and leaves the others where they are, in their order', () => {
    fc.assert(
      fc.property(lists, switches, (before, given) => {
        const after = withSwitches(before, given);
        const switched: readonly string[] = given.map(({ plugin }) => plugin);
        for (const key of ['enabled', 'disabled'] as const) {
          const others = (list: readonly string[]) => list.filter((name) => !switched.includes(name));
          expect(others(after[key])).toEqual(others(before[key]));
          expect(new Set(after[key]).size).toBe(after[key].length);
        }
        for (const { plugin, to } of given) {
          expect(after.enabled.includes(plugin)).toBe(to === 'on');
          expect(after.disabled.includes(plugin)).toBe(to === 'off');
        }
        expect(withSwitches(after, given)).toEqual(after);
      }),
    );
  });

  it('adds at the end', () => {
    const before = { enabled: ['theirs', 'notes'], disabled: ['old'] };
    expect(
      withSwitches(before, [
        { plugin: 'notes', to: 'off' },
        { plugin: 'new', to: 'on' },
      ]),
    ).toEqual({
      enabled: ['theirs', 'new'],
      disabled: ['old', 'notes'],
    });
  });

  it('goes by what the file says when its turn comes, not by what was read before', async () => {
    const box = sandbox();
    const file = box.write('home/config.yaml', 'plugins:\n  enabled: [mine] # kept\n');
    const env = { HOME: `${box.folder}/user`, HERMES_HOME: `${box.folder}/home` };
    const ignore = (): void => undefined;
    const io = { out: ignore, err: ignore, isTerminal: false, env, cwd: box.folder, readStdin: async () => '' };
    const opened = await openInventory(io);
    opened.open.dispose();
    await switchGeneral([{ plugin: 'one', to: 'on' }], opened);
    expect(await switchGeneral([{ plugin: 'two', to: 'on' }], opened)).toMatchObject({
      outcome: 'written',
      enabled: ['mine', 'one', 'two'],
    });
    expect(readFileSync(file, 'utf8')).toBe('plugins:\n  enabled: [mine, one, two] # kept\n');
  });
});
