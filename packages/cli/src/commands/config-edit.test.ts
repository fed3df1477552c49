import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { openTerminal, whyNoTerminal } from '../terminal.fixture.ts';

const missing = whyNoTerminal();
if (missing !== undefined) console.warn(`Skipped: hermes config edit in a terminal, since ${missing}.`);

/** An editor that replaces the file by one text after another, one at each start. */
function scriptedEditor(box: ReturnType<typeof sandbox>, texts: readonly string[]): string {
  texts.forEach((text, index) => {
    box.write(`texts/${index}`, text);
  });
  const folder = join(box.folder, 'texts');
  const script = `#!/bin/sh\nnext=$(ls '${folder}' | head -n 1)\n[ -n "$next" ] && mv "${folder}/$next" "$2"\nexit 0\n`;
  const file = box.write('my editor.sh', script);
  chmodSync(file, 0o755);
  return `'${file}' --wait`;
}

describe('hermes config edit', () => {
  it('says what to use instead without a terminal', async () => {
    const { code, err } = await sandbox().hermes(['config', 'edit']);
    expect(code).toBe(2);
    expect(err).toContain('hermes config set');
  });

  it('runs an editor that the user named without a terminal too, and ends with 2 where it leaves faults', async () => {
    const box = sandbox();
    const env = { PATH: '/usr/bin:/bin', EDITOR: scriptedEditor(box, ['compression:\n  threshold: 40\n']) };
    const { code, err, out } = await box.hermes(['config', 'edit', '--json'], { env });
    expect(code).toBe(2);
    expect(err).toContain('config.yaml:2:14: fault:');
    expect(JSON.parse(out)).toMatchObject({ changed: true, ok: false });
  });

  describe.skipIf(missing !== undefined)('in a terminal', () => {
    const edit = (box: ReturnType<typeof sandbox>, editor: string) =>
      openTerminal({
        argv: ['config', 'edit'],
        folder: box.folder,
        columns: 80,
        rows: 24,
        env: { EDITOR: editor },
      });

    it('opens the file in the editor, whatever is in its name, and checks it afterwards', async () => {
      const box = sandbox();
      const terminal = edit(box, scriptedEditor(box, ['compression:\n  threshold: 0.4\n']));
      expect((await terminal.ends()).code).toBe(0);
      expect(readFileSync(join(box.folder, 'home', 'config.yaml'), 'utf8')).toBe('compression:\n  threshold: 0.4\n');
    });

    it('shows the faults, and opens it again where the user wants to', async () => {
      const box = sandbox();
      const texts = ['compression:\n  threshold: 40\n', 'compression:\n  threshold: 0.4\n'];
      const terminal = edit(box, scriptedEditor(box, texts));
      await terminal.shows('config.yaml:2:14: fault:', 'Open it again?');
      terminal.press('y');
      expect((await terminal.ends()).code).toBe(0);
      expect(readFileSync(join(box.folder, 'home', 'config.yaml'), 'utf8')).toBe(texts[1]);
    });

    it('keeps a faulty file as it was saved where the user does not', async () => {
      const box = sandbox();
      const terminal = edit(box, scriptedEditor(box, ['compression:\n  threshold: 40\n']));
      await terminal.shows('Open it again?');
      terminal.press('n');
      expect((await terminal.ends()).code).toBe(2);
      expect(readFileSync(join(box.folder, 'home', 'config.yaml'), 'utf8')).toBe('compression:\n  threshold: 40\n');
    });

    it('leaves no file behind where nothing was written', async () => {
      const box = sandbox();
      const { code, screen } = await edit(box, 'true').ends();
      expect(code).toBe(0);
      expect(screen.join('\n')).toContain('Nothing was changed');
      expect(existsSync(join(box.folder, 'home', 'config.yaml'))).toBe(false);
    });

    it('says that the editor failed', async () => {
      const { code, screen } = await edit(sandbox(), 'no-such-editor').ends();
      expect(code).toBe(1);
      expect(screen.join('\n')).toContain('The editor "no-such-editor" failed');
    });
  });
});
