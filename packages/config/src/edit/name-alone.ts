import { isScalar } from 'yaml';
import { type Draft, plainAt, withValue } from './draft.ts';
import { locate } from './editable-document.ts';
import { cannotEdit } from './refusals.ts';
import { renderEntry, renderInline } from './render-inline.ts';
import { replaceWith } from './replace-value.ts';
import { applySplices } from './splice.ts';

/** `model: NAME` as a map that keeps the name, as it is spelled, and has a further key: one line, as before. */
export function giveNameAKey(draft: Draft, path: readonly string[], value: unknown): string {
  const at = locate(draft.document, ['model']);
  const [, key, ...rest] = path;
  if (at.kind !== 'found' || key === undefined) throw cannotEdit(draft, path);
  const { value: node } = at.slot.pair;
  const token = at.slot.item.value;
  const isQuoted = isScalar(node) && (node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE');
  const isKept = token?.type === 'alias' || (isQuoted && token !== undefined);
  const spelled = isKept && 'source' in token && !token.source.includes('\n') ? token.source : undefined;
  const name = spelled ?? renderInline(plainAt(draft.root, ['model']), { isInFlow: true });
  const entry = renderEntry(key, withValue(undefined, rest, value), { isInFlow: true });
  return applySplices(draft.text, replaceWith(draft.text, at.slot, `{ default: ${name}, ${entry} }`));
}
