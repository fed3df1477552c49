import { describe, expect, it } from 'vitest';
import { InvalidConfigError } from '../invalid-config-error.ts';
import type { ConfigEdit } from './config-edit.ts';
import { ConfigEditRefusedError } from './config-edit-refused-error.ts';
import { editConfigText } from './edit-config-text.ts';

const source = { origin: 'user', file: 'config.yaml' } as const;

const set = (path: string, value: unknown): ConfigEdit => ({ kind: 'set', path: path.split('/'), value });
const unset = (path: string): ConfigEdit => ({ kind: 'unset', path: path.split('/') });

function edit(text: string, ...edits: readonly ConfigEdit[]): string {
  return editConfigText(text, edits, source).text;
}

describe('replacing a value', () => {
  it.each([
    ['keeps double quotes', 'a: "x" # c\n', 'y', 'a: "y" # c\n'],
    ['keeps single quotes', "a: 'x'\n", "it's", "a: 'it''s'\n"],
    ['takes quotes away from what is no text', 'a: "x"\n', 5, 'a: 5\n'],
    ['adds quotes that YAML 1.1 needs too', 'a: x\n', 'yes', 'a: "yes"\n'],
    [
      'keeps the comment where comments line up',
      'a: 5      # x\nb: 10     # y\n',
      12_345,
      'a: 12345  # x\nb: 10     # y\n',
    ],
    ['gives the comment one space where there is no room', 'a: 5  # x\n', 12_345, 'a: 12345 # x\n'],
    ['lets a comment follow that follows', 'a: 0.50 # x\n', 0.6, 'a: 0.6 # x\n'],
    ['keeps the column of comments that only just line up', 'a: 50 # x\nb: 10 # y\n', 1, 'a: 1  # x\nb: 10 # y\n'],
    ['keeps a name', 'a: &n 5 # x\n', 6, 'a: &n 6 # x\n'],
    ['drops a type that would contradict it', 'a: !!str 5\n', 6, 'a: 6\n'],
    ['replaces what is repeated only here', 'x: &n 5\na: *n\n', 6, 'x: &n 5\na: 6\n'],
    ['fills in a missing value', 'a: # x\nb: 1\n', 5, 'a: 5 # x\nb: 1\n'],
    ['replaces a block of text', 'a: | # x\n  one\n  two\n\nb: 1\n', 'z', 'a: z # x\n\nb: 1\n'],
    ['replaces a value of several lines', 'a: "one\n  two" # x\n', 'y', 'a: "y" # x\n'],
    ['replaces a section', 'a: # x\n  b: 1 # y\n  # z\n# c\nc: 1\n', null, 'a: null # x\n# c\nc: 1\n'],
    ['keeps Windows line breaks', 'a: 1\r\nb: 2\r\n', 5, 'a: 5\r\nb: 2\r\n'],
    ['keeps a mark of the byte order and a missing last line break', '\uFEFFa: 1', 5, '\uFEFFa: 5'],
    ['keeps a key with a question mark', '? a\n: 1\n', 5, '? a\n: 5\n'],
    ['stays between braces', '{ a: 1, "b": [1,2] }\n', 'x, y', '{ a: "x, y", "b": [1,2] }\n'],
  ])('%s', (_, before, value, after) => {
    expect(edit(before, set('a', value))).toBe(after);
  });

  it('keeps the column of a comment behind a comma', () => {
    const text = 's: {\n  a: 5,    # x\n  b: 10    # y\n}\n';
    expect(edit(text, set('s/a', 123), set('s/b', 1))).toBe('s: {\n  a: 123,  # x\n  b: 1     # y\n}\n');
  });

  it('is nothing to do when it is there already, however it is spelled', () => {
    for (const text of ['a: 1e3\n', 'a: 1000.0 # x\n', 'x: &n 1000\na: *n\n', 'x: &n { a: 0x3E8 }\n<<: *n\n']) {
      expect(edit(text, set('a', 1000))).toBe(text);
    }
  });

  it('changes along what repeats the value, and tells of it', () => {
    const { text, changes } = editConfigText('a: &n 5\nb: { c: *n }\n', [set('a', 6)], source);
    expect(text).toBe('a: &n 6\nb: { c: *n }\n');
    expect(changes).toEqual([{ path: ['a'], before: 5, after: 6, line: 1, alsoChanged: [['b', 'c']] }]);
  });
});

describe('replacing a list or a map', () => {
  it.each([
    ['adds a line', 'a:\n  - x # first\n  - y\nb: 1\n', ['x', 'y', 'z'], 'a:\n  - x # first\n  - y\n  - z\nb: 1\n'],
    ['removes a line', 'a:\n- x # first\n- y # second\n', ['y'], 'a:\n- y # second\n'],
    ['replaces an item', "a:\n- 'x' # first\n- 'y'\n", ['z', 'y'], "a:\n- 'z' # first\n- 'y'\n"],
    ['adds an item between brackets', 'a: [x, "y"] # c\n', ['x', 'y', 'z'], 'a: [x, "y", "z"] # c\n'],
    ['removes an item between brackets', 'a: [x, y, z]\n', ['x', 'z'], 'a: [x, z]\n'],
    ['is emptied', 'a:\n  - x\n  - y\nb: 1\n', [], 'a: []\nb: 1\n'],
    ['is filled', 'a: []\n', ['x'], 'a: [x]\n'],
    ['keeps the name of an item', 'a: [&n x, y]\nb: *n\n', ['x'], 'a: [&n x]\nb: *n\n'],
    ['is written anew where its items have types', 'a:\n  - !!str 5\n', [6], 'a: [6]\n'],
    [
      'is written anew where keys are taken over',
      'x: &n { k: 1 }\na: { <<: *n, b: 1 }\n',
      { b: 2 },
      'x: &n { k: 1 }\na: { b: 2 }\n',
    ],
    ['is written anew where its items are more than values', 'a:\n  - { b: 1 }\n', ['x'], 'a: [x]\n'],
    ['changes key by key', 'a:\n  b: 1 # b\n  c: 2 # c\n', { c: 3, d: 4 }, 'a:\n  c: 3 # c\n  d: 4\n'],
    ['is written anew where no key stays', 'a: { b: 1 }\n', { c: [1, 'x'] }, 'a: { c: [1, x] }\n'],
  ])('%s', (_, before, value, after) => {
    expect(edit(before, set('a', value))).toBe(after);
  });
});

describe('adding a key', () => {
  it.each([
    ['makes a file', '', 's: { k: 1 }\n'],
    ['follows the comments of a file without settings', '# mine', '# mine\ns: { k: 1 }'],
    ['goes between the marks of a document', '---\n# mine\n...\n', '---\n# mine\ns: { k: 1 }\n...\n'],
    ['adds a section as one line', 'a: 1\n\n# bye\n', 'a: 1\ns: { k: 1 }\n\n# bye\n'],
    [
      'goes behind the last setting of its section',
      's:\n    a: 1 # x\n\n# next\nb: 2\n',
      's:\n    a: 1 # x\n    k: 1\n\n# next\nb: 2\n',
    ],
    [
      'goes behind what is commented out in its section',
      's:\n  a: 1\n  # k: 2\nb: 2\n',
      's:\n  a: 1\n  # k: 2\n  k: 1\nb: 2\n',
    ],
    [
      'goes behind what is deeper',
      's:\n  a:\n    b: 1\n    # c: 2\nb: 2\n',
      's:\n  a:\n    b: 1\n    # c: 2\n  k: 1\nb: 2\n',
    ],
    ['goes behind a list of maps', 's:\n  a:\n  - b: 1\n    c: 2\n', 's:\n  a:\n  - b: 1\n    c: 2\n  k: 1\n'],
    ['goes behind a block of text', 's:\n  a: |\n    text\n\nb: 2\n', 's:\n  a: |\n    text\n  k: 1\n\nb: 2\n'],
    [
      'goes behind the blank lines of a text that keeps them',
      's:\n  a: |+\n    text\n\nb: 2\n',
      's:\n  a: |+\n    text\n\n  k: 1\nb: 2\n',
    ],
    [
      'goes into a section of which all is commented out',
      's: # x\n    # k: 2\n\nb: 2\n',
      's: # x\n    # k: 2\n    k: 1\n\nb: 2\n',
    ],
    ['goes into a section with nothing in it', 's:\nb: 2\n', 's:\n  k: 1\nb: 2\n'],
    ['goes into empty braces', 's: {} # x\n', 's: { k: 1 } # x\n'],
    ['replaces a null', 's: ~ # x\n', 's: { k: 1 } # x\n'],
    ['goes between braces', 's: {a: 1}\nb: {}\n', 's: {a: 1, k: 1}\nb: {}\n'],
    ['gets a line between braces that have lines', 's: {\n  a: 1 # x\n}\n', 's: {\n  a: 1, # x\n  k: 1\n}\n'],
    ['keeps the last comma between braces', 's: {\n  a: 1, # x\n}\n', 's: {\n  a: 1, # x\n  k: 1,\n}\n'],
    ['overrides what is taken over', 'x: &n { k: 0 }\ns:\n  <<: *n\n', 'x: &n { k: 0 }\ns:\n  <<: *n\n  k: 1\n'],
    [
      'overrides what is repeated',
      'x: &n { k: 0, a: 1 }\ns: *n # c\n',
      'x: &n { k: 0, a: 1 }\ns: { <<: *n, k: 1 } # c\n',
    ],
    [
      'copies a section that is taken over',
      'x: &n { s: { k: 0, a: 1 } }\n<<: *n\n',
      'x: &n { s: { k: 0, a: 1 } }\n<<: *n\ns: { k: 1, a: 1 }\n',
    ],
    ['uses the line breaks of the file', 's:\r\n  a: 1\r\n', 's:\r\n  a: 1\r\n  k: 1\r\n'],
    ['lets a missing last line break be', 's:\n  a: 1', 's:\n  a: 1\n  k: 1'],
  ])('%s', (_, before, after) => {
    expect(edit(before, set('s/k', 1))).toBe(after);
  });

  it('works behind a mark of the byte order, and between braces with Windows line breaks', () => {
    expect(edit('\uFEFFs: 1\n', set('k', 1))).toBe('\uFEFFs: 1\nk: 1\n');
    expect(edit('s: {\r\n  a: 1 # x\r\n}\r\n', set('s/k', 1))).toBe('s: {\r\n  a: 1, # x\r\n  k: 1\r\n}\r\n');
  });

  it('quotes a key that would be read as something else', () => {
    expect(edit('', set('on', 1), set('1.10', 2), set('glm-5.2', 3), set('a: b', 4))).toBe(
      '"on": 1\n"1.10": 2\nglm-5.2: 3\n"a: b": 4\n',
    );
  });

  it('opens braces into lines where their line would get too long', () => {
    const long = 'x'.repeat(60);
    expect(edit('s: { a: 1, "b": [1, 2] }\nc: 1\n', set('s/k', long))).toBe(
      `s:\n  a: 1\n  "b": [1, 2]\n  k: ${long}\nc: 1\n`,
    );
    expect(edit('s: { a: 1 } # why\n', set('s/k', long))).toBe(`s: { a: 1, k: ${long} } # why\n`);
  });
});

describe('the section model', () => {
  it.each([
    ['replaces a name alone', 'model: glm # x\n', set('model/default', 'big'), 'model: big # x\n'],
    [
      'keeps a name alone',
      'model: "glm" # x\n',
      set('model/provider', 'nous'),
      'model: { default: "glm", provider: nous } # x\n',
    ],
    ['replaces the name in a map', 'model:\n  name: glm\n', set('model', 'big'), 'model:\n  name: big\n'],
    [
      'replaces the address by its other name',
      'model:\n  api_base: http://a/\n',
      set('model/base_url', 'http://b/'),
      'model:\n  api_base: http://b/\n',
    ],
    ['writes a name alone where there is nothing', '', set('model', 'big'), 'model: big\n'],
    ['removes a name alone', 'model: glm\na: 1\n', unset('model/default'), 'a: 1\n'],
    [
      'removes all spellings, or another would hold',
      'model:\n  name: a\n  default: b\n  provider: c\n',
      unset('model/default'),
      'model:\n  provider: c\n',
    ],
  ])('%s', (_, before, change, after) => {
    expect(edit(before, change)).toBe(after);
  });
});

describe('removing a key', () => {
  it.each([
    ['takes its line and its comment', '# a\na: 1\n# k\ns:\n  k: 1 # x\n  b: 2\n', '# a\na: 1\n# k\ns:\n  b: 2\n'],
    ['takes the lines that continue its comment', 's:\n  k: 1 # x\n       # y\n  # z\n  b: 2\n', 's:\n  # z\n  b: 2\n'],
    [
      'takes its section, and all that is in it',
      's:\n  a: 1\n  k:\n    b: 1\n    # c\n\n  # d\n',
      's:\n  a: 1\n\n  # d\n',
    ],
    ['takes a section that becomes empty', 'a: 1\ns:\n  k: 1\n\nb: 1\n', 'a: 1\n\nb: 1\n'],
    ['leaves a section that holds comments', 's:\n  # why\n  k: 1\nb: 1\n', 's: {}\n  # why\nb: 1\n'],
    ['leaves a section that comments follow in', 's:\n  k: 1\n  # why\nb: 1\n', 's: {}\n  # why\nb: 1\n'],
    ['leaves a section with a name', 's: &n\n  k: 1\nb:\n  <<: *n\n  k: 1\n', 's: &n {}\nb:\n  <<: *n\n  k: 1\n'],
    ['takes its comma', 's: {k: 1, b: 2}\n', 's: {b: 2}\n'],
    ['takes the comma in front', 's: { a: 1, k: 1 }\n', 's: { a: 1 }\n'],
    ['takes the comma of the line above', 's: { a: 1,\n  k: 1 }\n', 's: { a: 1 }\n'],
    ['takes its line between braces', 's: {\n  a: 1, # x\n  k: 1  # y\n}\n', 's: {\n  a: 1, # x\n}\n'],
    ['takes the braces that become empty', 'a: 1\ns: { k: 1 }\n', 'a: 1\n'],
    ['copies what was repeated', 'x: &m { k: 1, a: [2] }\ns: *m\n', 'x: &m { k: 1, a: [2] }\ns: { a: [2] }\n'],
    ['brings back what is taken over', 'x: &m { k: 2 }\ns:\n  <<: *m\n  k: 1\n', 'x: &m { k: 2 }\ns:\n  <<: *m\n'],
    ['lets a missing last line break be', 'a: 1\ns:\n  k: 1', 'a: 1'],
    ['is nothing to do where it is not', 's:\n  a: 1\n', 's:\n  a: 1\n'],
  ])('%s', (_, before, after) => {
    expect(edit(before, unset('s/k'))).toBe(after);
  });
});

describe('an edit that makes no sense', () => {
  it.each([
    ['a single value is in the way', 's: 5\n', set('s/k', 1), 'hermes config unset s'],
    ['a list is in the way', 's: [a]\n', set('s/0', 1), 'hermes config unset s'],
    ['it would break what repeats the value', 's: &n 1\nb: *n\n', unset('s'), 'b needs it'],
    ['it would change what else repeats a name', 'a: [&n 1]\ns: [&n 2]\nb: *n\n', set('s', []), 'only a person'],
    ['it would change what is named the same further up', 'a: &n 1\ns: &n 2\nb: *n\n', unset('s'), 'repeated by b'],
    ['the key is another section’s', 'x: &n { k: 1 }\ns:\n  <<: *n\n', unset('s/k'), 'from line 1'],
    ['it names nothing', 's: 1\n', { kind: 'set', path: [], value: 1 } as const, 'hermes config edit'],
  ])('is refused: %s', (_, text, change, says) => {
    expect(() => edit(text, change)).toThrow(ConfigEditRefusedError);
    expect(() => edit(text, change)).toThrow(says);
  });

  it('is refused with all that follows it', () => {
    expect(() => edit('s: 5\n', set('a', 1), set('s/k', 1))).toThrow(ConfigEditRefusedError);
  });

  it.each(['a: [1\n', 'a: 1\na: 2\n', '- a\n', 'text\n', 'a: *nobody\n'])(
    'is refused where the text is none: %j',
    (text) => {
      expect(() => edit(text, set('a', 1))).toThrow(InvalidConfigError);
    },
  );
});

describe('an edit that depends on what the file says', () => {
  const add = (item: string): ConfigEdit => ({
    kind: 'update',
    path: ['plugins', 'enabled'],
    change: (before) => (Array.isArray(before) ? [...before, item] : [item]),
  });

  it('sees the edits in front of it', () => {
    expect(edit('plugins:\n  enabled: [a] # mine\n', add('b'), add('c'))).toBe(
      'plugins:\n  enabled: [a, b, c] # mine\n',
    );
    expect(edit('', add('a'))).toBe('plugins: { enabled: [a] }\n');
  });

  it('removes the key where nothing is left', () => {
    const clear: ConfigEdit = { kind: 'update', path: ['plugins', 'enabled'], change: () => undefined };
    expect(edit('plugins:\n  enabled: [a]\nb: 1\n', clear)).toBe('b: 1\n');
  });
});
