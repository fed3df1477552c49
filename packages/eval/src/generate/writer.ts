import type { Random } from '../random.ts';

/** Words to choose from, by the name that stands in templates. */
export type WordLists = Readonly<Record<string, readonly string[]>>;

/** Fills templates: `{service}` becomes a word of the list `service`. Within one scene the same slot is the same word. */
export type Fill = (template: string) => string;

const SLOT = /\{[a-z]+\d*(?::[^}]+)?\}/g;
const PARTS = /^\{(?<name>[a-z]+)\d*(?::(?<range>[^}]+))?\}$/;
const HEX = '0123456789abcdef';

/**
 * Fills for one scene. Beside the lists there are `{int:10-99}`, `{hex:8}` and `{code:4}`, numbers and letters. A digit
 * behind a name makes it another slot of the same list: `{service}` and `{service2}`.
 *
 * @throws Error - For a slot that no list is for.
 */
export function scene(random: Random, lists: WordLists): Fill {
  const bound = new Map<string, string>();
  return (template) =>
    template.replace(SLOT, (slot: string) => {
      const known = bound.get(slot);
      if (known !== undefined) return known;
      const { name = '', range } = PARTS.exec(slot)?.groups ?? {};
      const word = builtIn(random, name, range) ?? listed(random, lists, name);
      bound.set(slot, word);
      return word;
    });
}

function builtIn(random: Random, name: string, range = ''): string | undefined {
  switch (name) {
    case 'int': {
      const [least = 0, most = 9] = range.split('-').map(Number);
      return random.int(least, most).toString();
    }
    case 'digits':
      return `${random.int(1, 9)}${random.letters('0123456789', Number(range) - 1)}`;
    case 'hex':
      return random.letters(HEX, Number(range));
    case 'code':
      return random.letters('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', Number(range));
    default:
      return undefined;
  }
}

function listed(random: Random, lists: WordLists, name: string): string {
  const list = lists[name];
  if (list === undefined) throw new Error(`A template asks for "${name}", which no list is for.`);
  return random.pick(list);
}
