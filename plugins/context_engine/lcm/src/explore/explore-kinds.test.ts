import { describe, expect, it } from 'vitest';
import { exploreText } from './explore-text.ts';

/** Put together here so that no scanner takes this file for a leak. */
const TOKEN = ['gh', 'p_', 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xYabcd'].join('');
const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';
const KEY = [
  ['-----BEGIN PRIV', 'ATE KEY-----'].join(''),
  KEY_LINE,
  KEY_LINE,
  ['-----END PRIV', 'ATE KEY-----'].join(''),
].join('\n');

function noteLines(text: string): readonly string[] {
  return exploreText(text).note.split('\n');
}

describe('exploreText by kind', () => {
  it('shows the merged shape of JSON', () => {
    const users = [
      { id: 1, name: 'Ada', tags: ['a', 'b'] },
      { id: 2, name: null, tags: [], admin: true },
    ];
    expect(noteLines(JSON.stringify({ users, total: 2 }))).toEqual([
      'JSON (object of 2 keys), 104 characters, 1 line',
      'users: array of 2',
      '  each: object',
      '    id: number, e.g. 1',
      '    name: string or null, e.g. "Ada"',
      '    tags: array of 0 to 2',
      '      each: string, e.g. "a"',
      '    admin: boolean, e.g. true (in 1 of 2)',
      'total: number, e.g. 2',
    ]);
  });

  it('shows all first keys rather than one branch where the shape is wide', () => {
    const branch = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`inner_key_number_${index}`, 'value']));
    const { note } = exploreText(JSON.stringify({ first: branch, second: branch, third: branch }));
    expect(note.split('\n').slice(1)).toEqual(['first: object', 'second: object', 'third: object']);
  });

  it('tells broken JSON as text', () => {
    expect(exploreText('{"a": 1, "b": [1, 2').kind).toBe('prose');
  });

  it('shows the shape of JSON lines, a cut last one included', () => {
    const { kind, note } = exploreText('{"at":1,"ok":true}\n{"at":2}\n{"at":3,"o');
    expect(kind).toBe('json-lines');
    expect(note.split('\n')).toEqual([
      'JSON lines (2 values), 38 characters, 3 lines',
      'each: object',
      'at: number, e.g. 1',
      'ok: boolean, e.g. true (in 1 of 2)',
    ]);
  });

  it('shows the columns of a table with types and samples', () => {
    const csv = 'id,name,price,day\n1,"Smith, Ada",1.5,2024-02-03\n2,Bo,2,2024-02-04\n3,,7,2024-02-05\n';
    expect(noteLines(csv)).toEqual([
      'CSV (comma, 3 rows, 4 columns), 82 characters, 5 lines',
      'id: integer, e.g. 1',
      'name: text (1 empty), e.g. Smith, Ada',
      'price: number, e.g. 1.5',
      'day: date, e.g. 2024-02-03',
    ]);
    expect(exploreText('1\tx\t2\n1\ty\t3\n1\tz\t4').note).toContain('TSV (tab, 3 rows, 3 columns)');
  });

  it('counts the statements of SQL and lists the columns of its tables', () => {
    const sql = `-- schema
CREATE TABLE users (
  id integer PRIMARY KEY,
  price numeric(10, 2) NOT NULL,
  PRIMARY KEY (id)
);
INSERT INTO users VALUES (1, 2);
INSERT INTO users VALUES (2, 3);`;
    expect(noteLines(sql).slice(1)).toEqual([
      'statements: 1 CREATE, 2 INSERT',
      'line 2: table users (id integer, price numeric(10, 2))',
    ]);
  });

  it.each([
    [
      'TypeScript or JavaScript',
      "import { a } from './a.ts';\n\nexport class Store {\n  open(path: string): void {\n    a(path);\n  }\n}",
      'Store',
    ],
    ['Python', 'import os\nfrom a import b\n\nclass Store:\n    def open(self):\n        return b\n', 'Store'],
    [
      'Go',
      'package main\n\nimport "fmt"\n\ntype Store struct {\n\tpath string\n}\n\nfunc (s *Store) Open() error {\n\treturn nil\n}',
      'Open',
    ],
    [
      'Rust',
      'use std::fs;\n\npub struct Store {\n    path: String,\n}\n\nimpl Store {\n    pub fn open(&self) {}\n}',
      'open',
    ],
    [
      'Java or C#',
      'package a.b;\nimport java.util.List;\n\npublic class Store {\n    private int size;\n    public void open(String path) {\n        return;\n    }\n}',
      'open',
    ],
    ['C or C++', '#include <stdio.h>\n\nstatic int store_open(const char *path)\n{\n    return 0;\n}\n', 'store_open'],
    [
      'shell',
      '#!/bin/bash\nset -e\nNAME=x\nopen_store() {\n  echo "$NAME"\n}\nif [ -f x ]; then\n  open_store\nfi\nclose_store() {\n  exit 0\n}',
      'open_store',
    ],
  ])('outlines %s', (language, code, name) => {
    const { kind, note } = exploreText(code);
    expect(kind).toBe('code');
    expect(note.split('\n')[0]).toContain(`${language} code`);
    const line = code
      .split('\n')
      .findIndex((each) => each.includes(name) && /class|def|fn|func|int|void|\(\) \{/.test(each) === true);
    expect(note).toMatch(new RegExp(`\\n\\s*${line + 1}: .*${name}`));
  });

  it('knows a part of a file without declarations, and says how it begins', () => {
    const part =
      '\t\treturn nil\n\t}\n\thead, err := repo.Head()\n\tif err != nil {\n\t\treturn nil\n\t}\n\tdefer close()\n';
    const { kind, note } = exploreText(part);
    expect(kind).toBe('code');
    expect(note).toContain('Go code');
    expect(note).toContain('begins: return nil } head, err := repo.Head()');
  });

  it('does not take a list of commits for code', () => {
    const commits = Array.from(
      { length: 20 },
      (_, index) => `${7_000_000 + index}a fix(website): let the page ${index} load`,
    );
    expect(exploreText(commits.join('\n'), { tool: 'Bash' }).kind).toBe('log');
  });

  it('does not take Markdown whose code is not fenced for code', () => {
    const section = "## Usage of it\n\nimport { a } from 'a';\nconst b = a();\nexport class C {\n}\n\n";
    expect(exploreText(section.repeat(5)).kind).toBe('markup');
  });

  it('lists the files of a diff', () => {
    const diff =
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-old\n+new\ndiff --git a/b.ts b/b.ts\n+x';
    expect(noteLines(diff).slice(1)).toEqual(['1: a.ts (2 changed lines)', '7: b.ts (1 changed line)']);
  });

  it('outlines Markdown and leaves the comments in its code alone', () => {
    const text = '# Guide\n\nWords.\n\n```sh\n# no heading\n```\n\n## Install\n\nMore words.\n';
    expect(noteLines(text).slice(1)).toEqual([
      '2 headings, 1 code block (line: heading)',
      '1: # Guide',
      '9: ## Install',
    ]);
  });

  it('outlines HTML', () => {
    const html = '<!doctype html>\n<html>\n<title>Shop</title>\n<body>\n<h1>Our <b>things</b></h1>\n</body></html>';
    expect(noteLines(html).slice(1, 3)).toEqual(['3: <title> Shop', '5: <h1> Our things']);
  });

  it('shows errors once, exits, the beginning and the end of a log', () => {
    const entries = Array.from({ length: 50 }, (_, index) => `2024-01-01 10:00:${index + 10} INFO step ${index}`);
    const errors = ['2024-01-01 10:01:00 ERROR disk 1 full', '2024-01-01 10:01:01 ERROR disk 2 full'];
    const { kind, note } = exploreText([...entries, ...errors, 'WARNING: low memory', 'exit code 3'].join('\n'));
    expect(kind).toBe('log');
    expect(note).toContain('exit:\n  54: exit code 3');
    expect(note).toContain('1 distinct error line:\n  51: 2024-01-01 10:01:00 ERROR disk 1 full (×2)');
    expect(note).toContain('1 distinct warning line:\n  53: WARNING: low memory');
    expect(note).toContain('first lines:\n  1: 2024-01-01 10:00:10 INFO step 0');
    expect(note).toContain('last lines:');
  });

  it('shows how prose begins and ends, and what it speaks of most', () => {
    const middle = 'The file src/store/open.ts matters, and so does readEntries. '.repeat(20);
    const { kind, note } = exploreText(`We met on Monday. Nobody was late.\n${middle}\nIn the end all agreed.`);
    expect(kind).toBe('prose');
    expect(note).toContain('begins: We met on Monday. Nobody was late.');
    expect(note).toContain('ends: In the end all agreed.');
    expect(note).toContain('often: src/store/open.ts (20), readEntries (20)');
  });

  it.each([
    ['JSON', JSON.stringify({ password: 'hunter22x!', list: [TOKEN] })],
    ['JSON lines', `{"token":"${TOKEN}"}\n{"token":"${TOKEN}"}`],
    ['a table', 'user,password,note\nada,hunter22x!,a\nbo,hunter22x!,b\ncy,hunter22x!,c'],
    ['SQL', `CREATE TABLE a (id int);\nCREATE TABLE ${TOKEN} (id int);`],
    ['code', `import os\ndef f(a="${TOKEN}"):\n    return 1\nclass A(B):\n    password = "hunter22x!"`],
    ['Markdown', `# Key ${TOKEN}\n\n## Next ${TOKEN}\n`],
    ['a log', `10:00:00 INFO a\n10:00:01 ERROR bad ${TOKEN}\n10:00:02 INFO password=hunter22x!\n${KEY}`],
    ['prose', `The key is ${TOKEN}, really.\n${KEY}\nend`],
    ['prose that is cut within it', `${'x'.repeat(385)} ${TOKEN} and so on and on. ${'y '.repeat(300)}`],
  ])('I23 no secret of %s stands in its note', (_, text) => {
    const { note } = exploreText(text);
    expect(note).not.toContain('hunter22x');
    expect(note).not.toContain(TOKEN.slice(0, 10));
    expect(note).not.toContain(KEY_LINE.slice(0, 12));
  });

  it('I23 keeps line numbers true behind a private key', () => {
    const { note } = exploreText(
      `import os\nKEY = """\n${KEY}\n"""\ndef first():\n    return 1\ndef second():\n    return 2\n`,
    );
    expect(note).toContain('\n8: def first()');
    expect(note).toContain('characters, 12 lines');
  });
});
