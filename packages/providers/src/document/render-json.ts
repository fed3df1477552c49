import type { JsonStyle } from './json-style.ts';

/** What to write, and how. */
export interface Rendering {
  readonly style: JsonStyle;
  /** Indentation of the line on which the value starts. */
  readonly indent: string;
  /** The source text of a value that was read, to be written as it was. */
  readonly sourceOf?: (value: object) => string | undefined;
}

/**
 * Serialise a JSON value in the style of a file. Values that the source is known of are written as they stood there.
 * Like `JSON.stringify`, members that are `undefined` are left out.
 */
export function renderJson(value: unknown, rendering: Rendering): string {
  if (typeof value !== 'object' || value === null) return renderScalar(value, rendering.style);
  const source = rendering.sourceOf?.(value);
  if (source !== undefined) return source;
  return Array.isArray(value) ? renderList(value, rendering) : renderObject(value, rendering);
}

function renderScalar(value: unknown, style: JsonStyle): string {
  const text = JSON.stringify(value) ?? 'null';
  return style.isAscii ? escapeAboveAscii(text) : text;
}

function escapeAboveAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function renderList(items: readonly unknown[], rendering: Rendering): string {
  const inner = deeper(rendering);
  return wrap({ open: '[', close: ']', parts: items.map((item) => renderJson(item, inner)), rendering });
}

function renderObject(value: object, rendering: Rendering): string {
  const inner = deeper(rendering);
  const { style } = rendering;
  const parts: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) parts.push(renderScalar(key, style) + style.colon + renderJson(member, inner));
  }
  return wrap({ open: '{', close: '}', parts, rendering });
}

function deeper(rendering: Rendering): Rendering {
  return { ...rendering, indent: rendering.indent + (rendering.style.indent ?? '') };
}

interface Wrapping {
  readonly open: string;
  readonly close: string;
  readonly parts: readonly string[];
  readonly rendering: Rendering;
}

function wrap({ open, close, parts, rendering }: Wrapping): string {
  const { style, indent } = rendering;
  if (parts.length === 0) return open + close;
  if (style.indent === undefined) return open + parts.join(style.comma) + close;
  const line = style.newline + indent;
  return open + line + style.indent + parts.join(`,${line}${style.indent}`) + line + close;
}
