import { describe, expect, it } from 'vitest';
import { mainArgument } from './call-argument.ts';
import { filesOfCall } from './call-files.ts';

function touched(tool: string, input: object): readonly string[] {
  return filesOfCall(tool, input).map(({ path, action }) => `${action} ${path}`);
}

describe('filesOfCall', () => {
  it.each([
    ['read_file', { path: 'a.ts' }, ['read a.ts']],
    ['Read', { file_path: '/x/a.ts', limit: 10 }, ['read /x/a.ts']],
    ['Write', { file_path: 'a.ts', content: 'x' }, ['written a.ts']],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, ['edited a.ts']],
    ['create', { filename: 'new.py' }, ['created new.py']],
    ['delete_file', { path: 'old.ts' }, ['deleted old.ts']],
    ['str_replace_editor', { command: 'view', path: 'm.c' }, ['read m.c']],
    ['str_replace_editor', { command: 'create', path: 'm.c' }, ['created m.c']],
    ['str_replace_editor', { command: 'str_replace', path: 'm.c' }, ['edited m.c']],
    ['read_many', { paths: ['a.ts', 'b.ts'] }, ['read a.ts', 'read b.ts']],
    ['Grep', { pattern: 'x', path: 'src' }, []],
    ['apply_patch', { changes: [{ path: 'd.md', kind: 'add' }] }, ['created d.md']],
    [
      'apply_patch',
      {
        patchText:
          '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** Add File: b.ts\n+z\n*** Delete File: c.ts\n*** End Patch',
      },
      ['edited a.ts', 'created b.ts', 'deleted c.ts'],
    ],
  ])('reads %s %j', (tool, input, expected) => {
    expect(touched(tool, input)).toEqual(expected);
  });

  it.each([
    ['echo hi > out.txt && rm old.txt', ['written out.txt', 'deleted old.txt']],
    ["cat > src/a.py << 'EOF'\nif a > b.c:\n  pass\nEOF\ncat notes.md", ['written src/a.py', 'read notes.md']],
    ["sed -i 's/x/y/' conf/app.yaml", ['edited conf/app.yaml']],
    ['npm test 2>&1 | tail -20', []],
    ['curl https://x.invalid/a.json > /dev/null', []],
  ])('reads the plain commands of %j alone', (command, expected) => {
    expect(touched('bash', { command })).toEqual(expected);
  });
});

describe('mainArgument', () => {
  it.each([
    [{ command: 'cd src && export X=1 && npm test' }, 'npm test'],
    [{ command: ['bash', '-lc', 'ls -la'] }, 'ls -la'],
    [{ command: "bash -lc 'cat a.md'" }, 'cat a.md'],
    [{ command: 'view', path: 'm.c' }, 'view m.c'],
    [{ file_path: 'a.ts', limit: 5 }, 'a.ts'],
    [{ query: 'cats' }, 'cats'],
    [{ reservation_id: 'ZFA04Y', cabin: 'economy' }, 'reservation_id=ZFA04Y, cabin=economy'],
    [{}, ''],
  ])('tells of %j what it was about', (input, expected) => {
    expect(mainArgument(input, [], JSON.stringify(input))).toBe(expected);
  });

  it('shows arguments that are no JSON as they are', () => {
    expect(mainArgument({}, [], '{"path": "a')).toBe('{"path": "a');
  });
});
