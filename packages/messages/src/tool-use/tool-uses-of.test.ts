import type { ToolCall, ToolMessage } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineRange, ToolHints, ToolUse } from './tool-use.ts';
import { type ToolUses, toolUsesOf } from './tool-uses-of.ts';

function callOf(name: string, input: unknown): ToolCall {
  return { id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function resultOf(content: string): ToolMessage {
  return { role: 'tool', tool_call_id: 'c1', content };
}

interface Called {
  readonly result?: string;
  readonly hints?: ToolHints;
}

function usesOf(name: string, input: unknown, { result = 'ok', hints }: Called = {}): ToolUses {
  return toolUsesOf(callOf(name, input), resultOf(result), hints);
}

function rangeText({ start, end }: LineRange): string {
  return `${start ?? ''}-${end ?? ''}`;
}

function show(use: ToolUse): string {
  switch (use.kind) {
    case 'file': {
      const to = use.to === undefined ? '' : ` -> ${use.to}`;
      const range = use.range === undefined ? '' : ` [${rangeText(use.range)}]`;
      return `${use.action} ${use.path}${to}${range}`;
    }
    case 'command':
      return `ran${use.exitCode === undefined ? '' : ` (${use.exitCode})`}`;
    case 'url':
      return `asked ${use.url}`;
  }
}

function shown(name: string, input: unknown, called?: Called): readonly string[] {
  return usesOf(name, input, called).uses.map(show);
}

describe('toolUsesOf: tools that name a file', () => {
  it.each([
    // Claude Code
    ['Read', { file_path: '/x/a.ts' }, ['read /x/a.ts']],
    ['Read', { file_path: '/x/a.ts', offset: 100, limit: 50 }, ['read /x/a.ts [100-150]']],
    ['Write', { file_path: 'a.ts', content: '*** Begin Patch\n*** Add File: b.ts' }, ['written a.ts']],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, ['edited a.ts']],
    ['MultiEdit', { file_path: 'a.ts', edits: [] }, ['edited a.ts']],
    ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: '' }, ['edited n.ipynb']],
    ['Grep', { pattern: 'x', path: 'src' }, []],
    ['WebFetch', { url: 'https://example.org/a', prompt: 'what' }, ['asked https://example.org/a']],
    // opencode
    ['read', { filePath: 'a.ts', offset: 0, limit: 20 }, ['read a.ts [1-21]']],
    ['edit', { path: 'a.ts', oldText: 'x', newText: 'y' }, ['edited a.ts']],
    ['write', { path: 'a.ts', content: '' }, ['written a.ts']],
    ['task', { description: 'look', prompt: 'rm a.ts', command: 'rm a.ts' }, []],
    // editors with a verb
    ['str_replace_editor', { command: 'view', path: 'm.c', view_range: [10, 20] }, ['read m.c [10-21]']],
    ['str_replace_editor', { command: 'view', path: 'm.c', view_range: [10, -1] }, ['read m.c [10-]']],
    ['str_replace_editor', { command: 'create', path: 'm.c', file_text: '' }, ['created m.c']],
    ['str_replace_based_edit_tool', { command: 'str_replace', path: 'm.c' }, ['edited m.c']],
    ['str_replace_based_edit_tool', { command: 'insert', path: 'm.c', insert_line: 3 }, ['edited m.c']],
    // swe-agent
    ['open', { path: 'setup.py' }, ['read setup.py']],
    ['open', { path: 'a.py', line_number: 1474 }, ['read a.py [-]']],
    ['create', { filename: 'new.py' }, ['created new.py']],
    // others
    ['delete_file', { path: 'old.ts' }, ['deleted old.ts']],
    ['move_file', { source: 'a.ts', destination: 'b.ts' }, ['renamed a.ts -> b.ts']],
    ['read_many', { paths: ['a.ts', 'b.ts'] }, ['read a.ts', 'read b.ts']],
  ])('reads %s %j', (tool, input, expected) => {
    expect(shown(tool, input)).toEqual(expected);
  });

  it('takes a file that a tool says it created for new', () => {
    expect(shown('Write', { file_path: 'a.ts' }, { result: 'File created successfully at: a.ts' })).toEqual([
      'created a.ts',
    ]);
  });

  it('takes the listing of a folder for no read of a file', () => {
    const result = '<path>/x/src</path>\n<type>directory</type>\n<entries>\na.ts\n</entries>';
    expect(shown('read', { filePath: '/x/src' }, { result })).toEqual([]);
  });

  it('knows the file that an editor has open by the frame of its answer', () => {
    const result = 'Text replaced.\n(Open file: /testbed/a.py)\n(Current directory: /testbed)\nbash-$';
    expect(shown('edit', { search: 'x', replace: 'y' }, { result })).toEqual(['edited /testbed/a.py']);
  });
});

describe('toolUsesOf: patches', () => {
  const patchText = [
    '*** Begin Patch',
    '*** Update File: a.ts',
    '-x',
    '+y',
    '*** Update File: old.ts',
    '*** Move to: new.ts',
    '*** Add File: b.ts',
    '*** Delete File: c.ts',
    '*** End Patch',
  ].join('\n');
  const files = ['edited a.ts', 'edited old.ts', 'renamed old.ts -> new.ts', 'created b.ts', 'deleted c.ts'];

  it.each([
    ['apply_patch', { patchText }, files],
    ['shell', { command: ['apply_patch', patchText] }, files],
    ['shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patchText}\nEOF`] }, ['ran', ...files]],
    [
      'apply_patch',
      {
        changes: [
          { path: 'd.md', kind: 'add' },
          { path: 'e.md', kind: { type: 'update', move_path: 'f.md' } },
        ],
      },
      ['created d.md', 'edited e.md', 'renamed e.md -> f.md'],
    ],
    ['bash', { command: 'patch -p1 <<E\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\nE' }, ['ran', 'edited x.c']],
  ])('reads those of %s', (tool, input, expected) => {
    expect(shown(tool, input)).toEqual(expected);
  });
});

describe('toolUsesOf: shell commands', () => {
  it.each([
    // shown, whole or in part
    ['cat a.md', ['read a.md']],
    ['cat Makefile | head -20', ['read Makefile [1-21]']],
    ["sed -n '10,20p' a.md", ['read a.md [10-21]']],
    ["nl -ba a.md | sed -n '1,110p'", ['read a.md [1-111]']],
    ['head a.md', ['read a.md [1-11]']],
    ['tail -n 5 a.md', ['read a.md [-]']],
    ['tail -n +20 a.md', ['read a.md [20-]']],
    ['cat a.md | grep todo', ['read a.md [-]']],
    ['cat a.md | wc -l', []],
    ['cat a.md b.md 2>/dev/null', ['read a.md', 'read b.md']],
    ["bash -lc 'cat a.md'", ['read a.md']],
    // changed
    ['echo hi > out.txt && rm -f old.txt', ['written out.txt', 'deleted old.txt']],
    ['echo hi >> log.txt', ['edited log.txt']],
    ['make 2>&1 | tee build.log | tail -3', ['written build.log']],
    ["sed -i 's/x/y/' conf/app.yaml b.yaml", ['edited conf/app.yaml', 'edited b.yaml']],
    ["sed -i '' 's/x/y/' a.go", ['edited a.go']],
    ['git mv a.ts b.ts && git rm -q c.ts', ['renamed a.ts -> b.ts', 'deleted c.ts']],
    ['mv a.ts b.ts src/', ['renamed a.ts -> src/a.ts', 'renamed b.ts -> src/b.ts']],
    ['cp a.ts b.ts', ['written b.ts']],
    ['mkdir -p src/x && touch src/x/i.ts', ['created src/x', 'created src/x/i.ts']],
    ['git checkout -- a.ts', ['edited a.ts']],
    ['git checkout main', []],
    ['gofmt -w a.go', ['edited a.go']],
    // where
    ['cd /testbed && cat > t.py <<EOF\nrm a.py\nEOF\npython t.py', ['written /testbed/t.py']],
    ['(cd src && cat a.ts); cat b.ts', ['read src/a.ts', 'read b.ts']],
    ['cd "$DIR" && cat a.ts /x/b.ts', ['read /x/b.ts']],
    // what nobody can tell
    ['cat $FILE *.ts', []],
    ['for f in a b; do rm "$f"; done', []],
    ['python - <<\'PY\'\nopen("a.ts", "w")\nPY', []],
    ['npm test 2>&1 | tail -20', []],
    ['echo "rm a.ts; cat b.ts"', []],
    ['git commit -m "$(cat <<\'EOF\'\nrm "a.ts"\ncat b.ts > c.ts\nEOF\n)"', []],
    ['git commit -m "$(cat <<\'EOF\'\n1) 3" wide; rm a.ts\nEOF\n)"', []],
    // addresses
    ['curl -s https://x.invalid/a.json > /dev/null', ['asked https://x.invalid/a.json']],
  ])('reads the plain ones of %j alone', (command, expected) => {
    expect(shown('Bash', { command })).toEqual(['ran', ...expected]);
  });

  it('reads PowerShell with its separators', () => {
    const command = String.raw`Set-Location D:\work; Get-Content src\a.ts; Set-Content -Path b.txt -Value x; Remove-Item -Force c.txt, Env:\X -ErrorAction SilentlyContinue`;
    expect(shown('PowerShell', { command })).toEqual([
      'ran',
      String.raw`read D:\work/src\a.ts`,
      'written D:\\work/b.txt',
      'deleted D:\\work/c.txt',
    ]);
  });

  it('begins in the folder that the call names', () => {
    expect(shown('bash', { command: 'cat a.ts', workdir: '/w/app' })).toEqual(['ran', 'read /w/app/a.ts']);
  });

  it('tells the exit code, and of a failed script only what a here-document wrote in front of its last command', () => {
    const command = 'cat > t.py <<EOF\nx\nEOF\nsed -i s/a/b/ c.py; python t.py';
    expect(shown('bash', { command }, { result: '<returncode>1</returncode>\nNameError: x' })).toEqual([
      'ran (1)',
      'written t.py',
    ]);
    expect(shown('bash', { command }, { result: '<returncode>0</returncode>' })[0]).toBe('ran (0)');
    const alone = 'cat > t.py <<EOF\nx\nEOF';
    expect(shown('bash', { command: alone }, { result: '<returncode>1</returncode>\nNo space left' })).toEqual([
      'ran (1)',
    ]);
  });
});

describe('toolUsesOf', () => {
  it('knows nothing to have happened without a result, and no file of a call that failed', () => {
    const waiting = toolUsesOf(callOf('Write', { file_path: 'a.ts' }));
    expect(waiting.uses).toEqual([]);
    expect(waiting.asked.map(show)).toEqual(['written a.ts']);
    const failed = usesOf('Edit', { file_path: 'a.ts' }, { result: '<tool_use_error>not found</tool_use_error>' });
    expect(failed.uses).toEqual([]);
    expect(failed.failure?.lines).toEqual(['not found']);
  });

  it('reads a tool with a hint by it alone', () => {
    const hints: ToolHints = {
      get_weather: { url: 'endpoint' },
      transmogrify: { reads: ['input'], writes: ['output'] },
      remote: { command: 'line' },
      load_user: {},
    };
    expect(shown('transmogrify', { input: 'a.png', output: ['b.png', 'c.png'] }, { hints })).toEqual([
      'read a.png',
      'written b.png',
      'written c.png',
    ]);
    expect(shown('remote', { line: 'rm a.ts' }, { hints })).toEqual(['ran', 'deleted a.ts']);
    expect(shown('get_weather', { endpoint: 'https://w.invalid/' }, { hints })).toEqual(['asked https://w.invalid/']);
    expect(shown('load_user', { path: 'a.ts' }, { hints })).toEqual([]);
  });

  it('adds nothing because a text says so', () => {
    const result = 'edited /etc/passwd\n[File: /etc/shadow (3 lines total)]\n(Open file: /etc/shadow)\n$ rm -rf /x';
    expect(shown('Bash', { command: 'npm test' }, { result })).toEqual(['ran']);
    expect(shown('read', { path: 'notes.md' }, { result })).toEqual(['read notes.md']);
    expect(shown('lookup', { q: 'rm a.ts' }, { result })).toEqual([]);
  });

  it('takes any script and any arguments, and reads a hundred thousand characters in a moment', () => {
    const pieces = fc.constantFrom(
      ...'\'"`$(){}<>|&;\\ \n#~*',
      'cat ',
      'rm ',
      'a.ts',
      '<<EOF',
      'EOF',
      '$(',
      'cd ',
      '"$(',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const use of usesOf('bash', { command: `x ${parts.join('')}` }).asked)
          expect(use.kind).toBeTypeOf('string');
      }),
    );
    const before = performance.now();
    for (const part of ['"', '$(', '\\"', '`', '<<A ', '(', "'", '"$(']) {
      usesOf('bash', { command: `cat a ${part.repeat(100_000 / part.length)}` });
    }
    expect(performance.now() - before).toBeLessThan(4_000);
  });
});
