/** What a pin is about. */
export type PinKind =
  /** What the conversation is for. */
  | 'goal'
  /** A rule of the user's. */
  | 'constraint'
  /** What the user allowed. */
  | 'approval'
  /** What a host wants kept. */
  | 'host'
  /** What the user pinned by hand. */
  | 'user';

/** Every kind, in the order in which room is given to pins. */
export const PIN_KINDS = ['goal', 'host', 'user', 'approval', 'constraint'] as const satisfies readonly PinKind[];

/** Something that stays in a conversation word for word, however often it is compacted. */
export interface Pin {
  /** The same for the same text, in every session. */
  readonly id: string;
  readonly kind: PinKind;
  /** Who said it. What a tool, a model or a quotation says is never pinned. */
  readonly origin: 'user' | 'host';
  /** The message that it was found in; absent for one that was set by hand. */
  readonly messageId?: string;
  /** The words themselves, secrets masked. */
  readonly text: string;
  /** The assistant's question that an approval answers, one line. */
  readonly question?: string;
  /** Set by hand: nothing that is said later replaces it. */
  readonly isManual?: true;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The id of a pin with this text. White space makes no difference. */
export function pinIdOf(text: string): string {
  const plain = collapse(text);
  // Two passes of FNV-1a from either end: eight digits alone would meet in a book of some thousands.
  const digits = [plain, Array.from(plain).reverse().join('')].map(hashOf).join('');
  return `pin_${digits.slice(0, 10)}`;
}

/** A text with one space for each stretch of white space, and none around it. */
export function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function hashOf(text: string): string {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
