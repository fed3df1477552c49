import { JsonSyntaxError } from './json-syntax-error.ts';
import { type JsonKind, type JsonListener, scanJson } from './scan-json.ts';

/** What a JSON text holds at its top, or `invalid` where it is not JSON. Reads the whole text once. */
export function jsonKind(text: string): JsonKind | 'invalid' {
  const top = new TopValue();
  try {
    scanJson(text, top);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return 'invalid';
    throw error;
  }
  return top.kind ?? 'invalid';
}

/** Whether a text is JSON: exactly when `JSON.parse` would not throw. */
export function isValidJson(text: string): boolean {
  return jsonKind(text) !== 'invalid';
}

/** Whether a text is a JSON object, as a provider wants the arguments of a call. */
export function isJsonObject(text: string): boolean {
  return jsonKind(text) === 'object';
}

class TopValue implements JsonListener {
  /** The first value that a scan tells of is the outermost one. */
  kind: JsonKind | undefined;

  open(kind: JsonKind): void {
    this.kind ??= kind;
  }

  scalar(kind: JsonKind): void {
    this.kind ??= kind;
  }
}
