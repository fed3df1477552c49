import type { ToolCall } from '@hermes-context/contract';
import { redactSecrets, truncateText } from '@hermes-context/messages';

/** Arguments that say best what a call was about, most telling first. */
const TELLING = [
  'path',
  'file_path',
  'filename',
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'goal',
  'code',
  'name',
  'id',
];

const MAX_ARGUMENT_CHARS = 60;
const MAX_NAME_CHARS = 40;
/** Long enough for any secret that begins in what is shown. */
const READ_CHARS = 1_000;

/** A call on one line: the tool and its most telling argument, clipped, such as `read_file(src/main.ts)`. */
export function describeCall(call: ToolCall): string {
  const name = truncateText(call.function.name, MAX_NAME_CHARS);
  return `${name}(${tellingArgument(call.function.arguments)})`;
}

function tellingArgument(json: string): string {
  const fields = parseFields(json);
  const key = TELLING.find((each) => typeof fields.get(each) === 'string') ?? firstKey(fields);
  if (key === undefined) return '';
  const value = fields.get(key);
  return oneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** The fields of a JSON object in the order written; none for anything else. */
function parseFields(json: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map(); // stored history may hold anything; a stub without arguments is still a stub
  }
}

function firstKey(fields: ReadonlyMap<string, unknown>): string | undefined {
  for (const key of fields.keys()) return key;
  return undefined;
}

function oneLine(text: string): string {
  if (text.length <= MAX_ARGUMENT_CHARS) return onOneLine(text);
  // Masked before it is cut: nobody recognises half a secret, and this line ends up in a summary.
  const masked = redactSecrets(text.slice(0, READ_CHARS));
  const isCut = masked.length > MAX_ARGUMENT_CHARS;
  return onOneLine(isCut ? `${truncateText(masked, MAX_ARGUMENT_CHARS - 1)}…` : masked);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
