import type { Language } from './language.ts';
import { EAST_ASIAN_WORDS } from './words-east-asian.ts';
import { EUROPEAN_WORDS } from './words-european.ts';
import type { Words } from './words-shape.ts';

const WORDS: Readonly<Record<Language, Words>> = { ...EUROPEAN_WORDS, ...EAST_ASIAN_WORDS };

/** The words of a language. */
export function wordsOf(language: Language): Words {
  return WORDS[language];
}

/** The words of all languages, for what reads an extract back. */
export const ALL_WORDS: readonly Words[] = Object.values(WORDS);

/** A template with its places filled. A place without a value is left empty. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** Whether a text was made from a template: it begins as the template does in front of its first place, in any language. */
export function isFilled(text: string, templateOf: (words: Words) => string): boolean {
  return ALL_WORDS.some((words) => {
    const [opening = ''] = templateOf(words).split('{');
    return opening !== '' && text.startsWith(opening);
  });
}
