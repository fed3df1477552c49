import { closestName } from '@hermes-context/messages';

const MAX_SHOWN_CHARS = 60;

/** Arguments of a tool whose names are known; their values are not checked yet. Empty ones count as absent. */
export class ToolArguments {
  readonly #values: ReadonlyMap<string, unknown>;

  /**
   * @param input - What the model sent. Nothing at all counts as no arguments.
   * @param names - The parameters of the tool.
   * @throws Error for what is no object, and for a name that is none of the parameters.
   */
  constructor(input: unknown, names: readonly string[]) {
    const given = input ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) {
      throw new Error(
        `The arguments are ${shown(input)}. Expected: an object with ${names.join(', ') || 'no fields'}.`,
      );
    }
    const entries = Object.entries(given);
    for (const [name] of entries) if (!names.includes(name)) throw new Error(unknownName(name, names));
    this.#values = new Map(entries.filter(([, value]) => value !== null && value !== undefined && value !== ''));
  }

  /** As it was sent; unknown where it was not. */
  raw(name: string): unknown {
    return this.#values.get(name);
  }

  /** @throws Error for what is no text. */
  text(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return value?.trim();
    throw wrongArgument(name, value, 'a text that is not blank');
  }

  /** @throws Error for what is no text, and for nothing. */
  requiredText(name: string, expected: string): string {
    const value = this.text(name);
    if (value === undefined) throw new Error(`"${name}" is missing. Expected: ${expected}.`);
    return value;
  }

  /** A whole number, which may come as text. @throws Error for anything else. */
  integer(name: string, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
    throw wrongArgument(name, value, `a whole number from ${min} to ${max}`);
  }
}

/** An argument that cannot be used: which, what was received, what is expected. */
export function wrongArgument(name: string, received: unknown, expected: string): Error {
  return new Error(`"${name}" is ${shown(received)}. Expected: ${expected}.`);
}

function unknownName(name: string, names: readonly string[]): string {
  const meant = closestName(name, names);
  const expected = names.length === 0 ? 'This tool takes no arguments.' : `Expected: ${names.join(', ')}.`;
  return `There is no argument ${shown(name)}.${meant === undefined ? '' : ` Did you mean "${meant}"?`} ${expected}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1).toWellFormed()}…` : text;
}
