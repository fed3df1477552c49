import { describe, expect, it } from 'vitest';
import { GOOD, heard, home, writeGeneral } from './general-plugin.fixture.ts';

describe('a listener of a general plug-in', () => {
  it('harms nobody by throwing, rejecting, or editing what it hears', async () => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'a-throws', `context.on('x', () => { throw new Error('boom'); });`);
    await writeGeneral(plugins, 'b-rejects', `context.on('x', async () => { throw null; });`);
    await writeGeneral(plugins, 'c-edits', `context.on('x', (payload) => { payload.session_id = 'mine'; });`);
    await writeGeneral(plugins, 'd-good', GOOD.replace('session:compress', 'x'));
    const { events, failures } = await load(['a-throws', 'b-rejects', 'c-edits', 'd-good']);
    const payload = { session_id: 's1' };
    events.emit('x', payload);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard()).toEqual(['d-good s1']);
    expect(payload).toEqual({ session_id: 's1' });
    expect(failures.map(({ cause }) => cause)).toMatchObject([
      { code: 'CTX_PLUGIN_LISTENER_FAILED', plugin: 'a-throws', event: 'x' },
      { plugin: 'b-rejects' },
      { plugin: 'c-edits' },
    ]);
  });

  it('hears nothing once it was taken back, or the plug-ins were disposed', async () => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'fickle', `${GOOD} context.on('session:compress', () => { throw 1; })();`);
    await writeGeneral(
      plugins,
      'once',
      `const off = context.on('session:compress', () => { (globalThis.hermesHeard ??= []).push('once'); off(); });`,
    );
    const { general, events, failures } = await load(['fickle', 'once']);
    events.emit('session:compress', { session_id: '1' });
    events.emit('session:compress', { session_id: '2' });
    general.dispose();
    general.dispose();
    events.emit('session:compress', { session_id: '3' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard()).toEqual(['fickle 1', 'once', 'fickle 2']);
    expect(failures).toEqual([]);
  });
});
