/**
 * Where a value stands in what was read: a label for the start (`messages`, `$`, `line 7`), then keys and indices.
 * Kept as data, since a text is needed only where something is wrong.
 */
export type Place = readonly (string | number)[];

/** Keys that a path may show without quotes. */
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

/** The place as a path to read: `messages[3].tool_calls[0].function.arguments`, `$[2]`, `line 7: content[0]`. */
export function formatPlace(place: Place): string {
  const [label = '$', ...rest] = place;
  const path = rest.map(formatStep).join('');
  if (typeof label === 'number' || !label.startsWith('line ') || path === '') return `${label}${path}`;
  return `${label}: ${path.startsWith('.') ? path.slice(1) : path}`;
}

function formatStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return PLAIN_KEY.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
