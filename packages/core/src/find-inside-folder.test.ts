import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findInsideFolder } from './find-inside-folder.ts';
import { temporaryFolder, writeFiles } from './plugin-folder.fixture.ts';

describe('findInsideFolder', () => {
  it('finds a file below the folder', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'plug/src/index.ts': 'export {};' });
    const found = await findInsideFolder(join(root, 'plug'), './src/index.ts');
    expect(found).toMatchObject({
      kind: 'file',
      path: join(root, 'plug/src/index.ts'),
      home: join(root, 'plug'),
      bytes: 10,
    });
  });

  it.each([
    '../evil.ts',
    'src/../../evil.ts',
    '/etc/passwd',
    'C:\\evil.ts',
    'src\\..\\..\\evil.ts',
    'file:///etc/passwd',
    'data:text/javascript,1',
    'a\0.ts',
  ])('refuses %j without looking at the disk', async (path) => {
    expect(await findInsideFolder('/does/not/exist', path)).toMatchObject({ kind: 'refused' });
  });

  it('refuses links that leave the folder, of a file and of a folder, and allows those that stay', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'evil.ts': '', 'outside/evil.ts': '', 'plug/inside.ts': '' });
    const plug = join(root, 'plug');
    await symlink(join(root, 'evil.ts'), join(plug, 'link.ts'));
    await symlink(join(root, 'outside'), join(plug, 'sub'));
    await symlink(join(plug, 'inside.ts'), join(plug, 'fine.ts'));
    expect(await findInsideFolder(plug, 'link.ts')).toMatchObject({ kind: 'refused' });
    expect(await findInsideFolder(plug, 'sub/evil.ts')).toMatchObject({ kind: 'refused' });
    expect(await findInsideFolder(plug, 'fine.ts')).toMatchObject({ kind: 'file', path: join(plug, 'inside.ts') });
  });

  it('is not fooled by a neighbour whose name starts alike', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'plug-evil/index.ts': '', 'plug/keep': '' });
    await symlink(join(root, 'plug-evil/index.ts'), join(root, 'plug/index.ts'));
    expect(await findInsideFolder(join(root, 'plug'), 'index.ts')).toMatchObject({ kind: 'refused' });
  });

  it('refuses folders and pipes, which cannot be read to an end', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'index.ts'));
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    expect(await findInsideFolder(root, 'index.ts')).toMatchObject({ kind: 'refused' });
    expect(await findInsideFolder(root, 'pipe.ts')).toMatchObject({ kind: 'refused' });
  });

  it('says what is missing', async () => {
    const root = await temporaryFolder();
    const found = await findInsideFolder(root, 'index.ts');
    expect(found).toMatchObject({ kind: 'missing', problem: expect.stringContaining('index.ts cannot be found') });
  });
});
