import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlain } from '../config-node.ts';
import { parseConfigText } from '../parse-config-text.ts';
import { anyKey, anyValue, type TypedConfig, typedConfig } from './any-yaml.fixture.ts';
import { changedBeside } from './changed-paths.ts';
import { ConfigEditRefusedError } from './config-edit-refused-error.ts';
import { isPlainMap, withoutValue, withValue } from './draft.ts';
import { editConfigText } from './edit-config-text.ts';

const source = { origin: 'user', file: 'config.yaml' } as const;

describe('editing any config', () => {
  it('reads what the fixture types as what it means', () => {
    fc.assert(
      fc.property(typedConfig({ hasAnchors: true }), ({ text, value }) => {
        expect(meaningOf(text)).toEqual(value);
      }),
    );
  });

  it('sets the value that was asked for and nothing else, and a second time changes nothing', () => {
    fc.assert(
      fc.property(anyEdit({ hasAnchors: false }), ({ text, value, path, wanted }) => {
        fc.pre(hasPlace(value, path));
        const { text: after } = editConfigText(text, [{ kind: 'set', path, value: wanted }], source);
        expect(meaningOf(after)).toEqual(withValue(value, path, wanted));
        expect(editConfigText(after, [{ kind: 'set', path, value: wanted }], source).text).toBe(after);
      }),
    );
  });

  it('adds a key, or a section with it, by one line: added, or changed where braces are', () => {
    fc.assert(
      fc.property(anyEdit({ hasAnchors: false }), ({ text, value, path, wanted }) => {
        fc.pre(hasPlace(value, path) && valueAt(value, path) === undefined);
        const { text: after } = editConfigText(text, [{ kind: 'set', path, value: wanted }], source);
        const { removed, added } = linesBetween(text, after);
        expect(removed.length).toBeLessThanOrEqual(1);
        const isOpened = added.length > 2 && removed[0]?.includes('{');
        if (isOpened !== true) expect(added.length).toBeLessThanOrEqual(removed.length + 1);
      }),
    );
  });

  it('replaces a single value within its line', () => {
    fc.assert(
      fc.property(anyEdit({ hasAnchors: false }), ({ text, value, path, wanted }) => {
        const old = valueAt(value, path);
        fc.pre(old !== undefined && typeof old !== 'object' && !String(old).includes('\n'));
        const { text: after } = editConfigText(text, [{ kind: 'set', path, value: wanted }], source);
        const { removed, added } = linesBetween(text, after);
        expect([removed.length, added.length]).toEqual(after === text ? [0, 0] : [1, 1]);
        // What stands in front of the old value, and the comment behind it, are on the new line.
        expect(commentOf(added[0])).toBe(commentOf(removed[0]));
      }),
    );
  });

  it('removes a key and nothing else, and a second time changes nothing', () => {
    fc.assert(
      fc.property(anyEdit({ hasAnchors: false }), ({ text, value, path }) => {
        const { text: after } = editConfigText(text, [{ kind: 'unset', path }], source);
        expect(changedBeside(value, meaningOf(after), path)).toEqual([]);
        expect(valueAt(meaningOf(after), path)).toBeUndefined();
        expect(editConfigText(after, [{ kind: 'unset', path }], source).text).toBe(after);
        if (valueAt(value, path) === undefined) expect(after).toBe(text);
      }),
    );
  });

  it('leaves a section that becomes empty empty, or removes it', () => {
    fc.assert(
      fc.property(anyEdit({ hasAnchors: false }), ({ text, value, path }) => {
        fc.pre(valueAt(value, path) !== undefined);
        const { text: after } = editConfigText(text, [{ kind: 'unset', path }], source);
        expect(withoutEmptied(value, path)).toContainEqual(meaningOf(after));
      }),
    );
  });

  it('changes what repeats the value along with it, and says so, or refuses', () => {
    fc.assert(
      fc.property(anyEdit({ hasAnchors: true }), fc.boolean(), ({ text, value, path, wanted }, isSet) => {
        fc.pre(hasPlace(value, path));
        const edit = isSet ? ({ kind: 'set', path, value: wanted } as const) : ({ kind: 'unset', path } as const);
        const edited = editOrRefuse(() => editConfigText(text, [edit], source));
        if (edited === undefined) return;
        const after = meaningOf(edited.text);
        const repeated = edited.changes[0]!.alsoChanged;
        expect(changedBeside(value, after, path)).toEqual(repeated);
        if (isSet) expect(valueAt(after, path)).toEqual(wanted);
        else expect(repeated).toEqual([]);
        expect(editConfigText(edited.text, [edit], source).text).toBe(edited.text);
      }),
    );
  });
});

function anyEdit(options: { readonly hasAnchors: boolean }) {
  return typedConfig(options).chain((config) =>
    fc.record({
      text: fc.constant(config.text),
      value: fc.constant(config.value),
      path: anyPath(config),
      wanted: anyValue,
    }),
  );
}

/** The path of an entry, of a new one beside or below it, or of one in a new section. */
function anyPath({ paths }: TypedConfig): fc.Arbitrary<readonly string[]> {
  const added = fc.array(anyKey, { minLength: 1, maxLength: 2 });
  if (paths.length === 0) return added;
  const written = fc.constantFrom(...paths);
  return fc.oneof(
    written,
    fc.tuple(written, added).map(([path, more]) => [...path, ...more]),
    fc.tuple(written, added).map(([path, more]) => [...path.slice(0, -1), ...more]),
  );
}

/** Whether no list and no single value is on the way. */
function hasPlace(root: unknown, path: readonly string[]): boolean {
  const sections = path.map((_, depth) => valueAt(root, path.slice(0, depth)));
  return sections.every((section) => section === undefined || section === null || isPlainMap(section));
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (isPlainMap(value) && Object.hasOwn(value, key) ? value[key] : undefined), root);
}

/** What may be left of a tree without a path: with the sections that became empty, or without them. */
function withoutEmptied(root: unknown, path: readonly string[]): readonly unknown[] {
  const rest = withoutValue(root, path);
  const section = path.slice(0, -1);
  const isEmptied = section.length > 0 && Object.keys(valueAt(rest, section) ?? {}).length === 0;
  return isEmptied ? [rest, ...withoutEmptied(root, section)] : [rest];
}

function editOrRefuse<Result>(edit: () => Result): Result | undefined {
  try {
    return edit();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigEditRefusedError);
    return undefined;
  }
}

/** The lines that only one of two texts has, between those that they share at both ends. */
function linesBetween(before: string, after: string) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}

function commentOf(line = ''): string {
  return /#(?: note: "it" \{is\}\ttabbed)?\r?$/.exec(line)?.[0] ?? '';
}

function meaningOf(text: string): unknown {
  const parsed = parseConfigText(text, source);
  if (parsed.kind === 'broken') throw new Error(`${JSON.stringify(text)}\n${parsed.problems[0]?.what}`);
  return toPlain(parsed.root);
}
