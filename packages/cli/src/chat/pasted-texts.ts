/** Longer, and an editing line would be slow and fill the screen. */
const MAX_INLINE_CHARS = 200;

/** Keeps long pasted texts out of the editing line, where a word in brackets stands for each. */
export interface PastedTexts {
  /** What the editing line gets for a text: itself where it is short and has one line. */
  take(text: string): string;
  /** A line with the texts back in it. */
  expand(line: string): string;
}

/** Make one for a chat. Texts stay known as long as it lives, since the history of the prompt may bring them again. */
export function createPastedTexts(): PastedTexts {
  const texts = new Map<string, string>();
  return {
    take(text) {
      const clean = cleanPaste(text);
      if (!clean.includes('\n') && !clean.includes('\t') && clean.length <= MAX_INLINE_CHARS) return clean;
      const lines = clean.split('\n').length;
      const size = lines === 1 ? `${clean.length} characters` : `${lines} lines`;
      const token = `[pasted ${texts.size + 1}: ${size}]`;
      texts.set(token, clean);
      return token;
    },
    expand: (line) => line.replace(/\[pasted \d+: \d+ (?:characters|lines)\]/g, (token) => texts.get(token) ?? token),
  };
}

/** A page may hide control characters in what is copied from it, and the editing line would obey them. */
function cleanPaste(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\n+$/, '');
}
