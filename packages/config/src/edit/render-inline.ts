import { parse } from 'yaml';

/** How a text is written when it needs quotes, or when the one it replaces had them. */
export type QuoteStyle = 'plain' | 'single' | 'double';

/** Where a value will stand. */
export interface RenderPlace {
  /** Between braces or brackets, where a comma ends a value. */
  readonly isInFlow: boolean;
  /** The quotes that texts get even if they need none. Default plain. */
  readonly quotes?: QuoteStyle;
}

/** A value as YAML on one line, which every YAML reader takes for the same value. */
export function renderInline(value: unknown, { isInFlow, quotes = 'plain' }: RenderPlace): string {
  if (typeof value === 'string') return renderText(value, { isInFlow, quotes });
  if (typeof value === 'number') return renderNumber(value);
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item, { isInFlow: true })).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, each]) => renderEntry(key, each, { isInFlow: true }));
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** `key: value` on one line. */
export function renderEntry(key: string, value: unknown, place: RenderPlace): string {
  return `${renderKey(key)}: ${renderInline(value, place)}`;
}

/** A key, in quotes where it would be read as something else. */
function renderKey(key: string): string {
  return isPlain(key, true) && key !== '<<' ? key : doubleQuoted(key);
}

function renderText(text: string, { isInFlow, quotes }: Required<RenderPlace>): string {
  if (quotes === 'single' && SINGLE_QUOTABLE.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return quotes === 'plain' && isPlain(text, isInFlow) ? text : doubleQuoted(text);
}

/** Letters of any script, and signs that mean nothing to YAML there. */
const PLAIN = /^[\p{L}\p{N}_./~](?:[\p{L}\p{N}\p{M}_ ./@%+~=:-]*[\p{L}\p{N}\p{M}_./@%+~=-])?$/u;
const SINGLE_QUOTABLE = /^[\p{L}\p{N}\p{M}\p{P}\p{S} ]*$/u;

/** Whether a text without quotes is this text, by YAML 1.2 as by 1.1, which the Python Hermes Agent reads. */
function isPlain(text: string, isInFlow: boolean): boolean {
  if (!PLAIN.test(text) || text.includes(': ')) return false;
  if (isInFlow && text.includes(':')) return false; // older readers want quotes there
  return isText(text, '1.2') && isText(text, '1.1');
}

function isText(text: string, version: '1.1' | '1.2'): boolean {
  return parse(text, { version, logLevel: 'silent' }) === text;
}

/** JSON leaves some characters as they are that YAML does not print. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function renderNumber(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  if (Object.is(value, -0)) return '-0.0';
  // YAML 1.1 takes 1e-7 for a text.
  return String(value).replace(/^(-?\d+)e/, '$1.0e');
}
