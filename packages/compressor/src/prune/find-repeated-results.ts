import type { Message, Messages } from '@hermes-context/contract';

/** Where to look for results that a later one repeats. */
export interface RepeatPolicy {
  /** Only results before this index are of interest; the list is read to its end all the same. */
  readonly end: number;
  /** Shorter texts are not worth a note. */
  readonly minChars: number;
}

/** Tool results before `end` whose text, word for word, is also that of a later result. */
export function findRepeatedResults(messages: Messages, { end, minChars }: RepeatPolicy): ReadonlySet<Message> {
  const repeated = new Set<Message>();
  const seen = new SeenTexts();
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.role !== 'tool' || typeof message.content !== 'string' || message.content.length < minChars) continue;
    if (seen.has(message.content) && index < end) repeated.add(message);
  }
  return repeated;
}

/** Texts seen before. Most differ at a glance; only those that do not are hashed whole. */
class SeenTexts {
  readonly #byGlance = new Map<number, string | Set<string>>();

  /** Whether the text was seen before; it has been, from now on. */
  has(text: string): boolean {
    const glance = glanceAt(text);
    const known = this.#byGlance.get(glance);
    if (known === undefined) {
      this.#byGlance.set(glance, text);
      return false;
    }
    if (typeof known === 'string') {
      if (known === text) return true;
      this.#byGlance.set(glance, new Set([known, text]));
      return false;
    }
    const isKnown = known.has(text);
    known.add(text);
    return isKnown;
  }
}

/** Few: each is a look into memory that a long conversation does not have at hand. */
const GLANCES = 2;

/** A number from the length and a few characters: equal texts have the same, other texts seldom. */
function glanceAt(text: string): number {
  const stride = Math.max(1, Math.floor(text.length / GLANCES));
  let glance = text.length;
  for (let index = stride - 1; index < text.length; index += stride) {
    glance = (Math.imul(glance, 31) + text.charCodeAt(index)) | 0;
  }
  return glance;
}
