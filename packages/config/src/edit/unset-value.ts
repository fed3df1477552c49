import { entryAt } from '../config-node.ts';
import { type Draft, plainAt, withoutValue } from './draft.ts';
import { locate } from './editable-document.ts';
import { cannotEdit, inheritedKey } from './refusals.ts';
import { removeEntry } from './remove-entry.ts';
import { renderInline } from './render-inline.ts';
import { replaceWith } from './replace-value.ts';
import { applySplices } from './splice.ts';

/**
 * The text without the entry at a path, whose keys are spelled as in the file; the same text when there is none.
 *
 * @throws ConfigEditRefusedError when it has no line of its own, or shares it with something else.
 */
export function unsetValue(draft: Draft, path: readonly string[]): string {
  const { text, document, root } = draft;
  const entry = entryAt(root, path);
  if (entry === undefined) return text;
  const at = locate(document, path);
  switch (at.kind) {
    case 'found': {
      const edited = removeEntry(text, at.slot);
      if (edited === undefined) throw cannotEdit(draft, path);
      return edited;
    }
    case 'alias': {
      const copy = withoutValue(plainAt(root, path.slice(0, -at.rest.length)), at.rest);
      return applySplices(text, replaceWith(text, at.slot, renderInline(copy, { isInFlow: true })));
    }
    case 'missing':
      throw inheritedKey(draft, path, entry.keyPlace);
    case 'empty':
    case 'blocked':
    case 'blank':
      return text;
  }
}
