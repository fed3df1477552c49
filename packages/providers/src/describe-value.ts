const MAX_KEYS_SHOWN = 8;
/** Longest name that an error repeats. Enough for any role, type or key in use; short enough to hold no text of a message. */
const MAX_NAME_CHARS = 40;

/** What a value is, in words for an error. Never its text: a transcript holds what its users would not want in a log. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') return describeKeys(Object.keys(value));
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? 'a string' : 'a number';
}

/** A name that a format defines, such as a role, in quotes and cut to a length that cannot hold a message. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name);
}

function describeKeys(keys: readonly string[]): string {
  if (keys.length === 0) return 'an object without keys';
  const shown = keys.slice(0, MAX_KEYS_SHOWN).map(quoteName).join(', ');
  const more = keys.length > MAX_KEYS_SHOWN ? ` and ${keys.length - MAX_KEYS_SHOWN} more` : '';
  return `an object with the ${keys.length === 1 ? 'key' : 'keys'} ${shown}${more}`;
}
