/** Languages that the extract has words and patterns for. Others are served in English. */
export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'de' | 'fr' | 'es' | 'pt' | 'ru';

const SAMPLE_CHARS = 20_000;

/** Users paste code and logs in English: a script of their own counts from this share of the letters on. */
const SCRIPT_SHARE = 0.1;
const KANA_SHARE = 0.04; // Japanese prose is kana for half, and code around it dilutes that

/** Words that a language cannot do without, and that the others here do not use. */
const STOP_WORDS: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'pt', ReadonlySet<string>>> = {
  en: new Set('the and is to of it that you this with for not are be can we have do what'.split(' ')),
  de: new Set('der die und ist das nicht ich mit ein eine auf für sie wir bitte kann den zu noch auch'.split(' ')),
  fr: new Set('le les et est une des pas que vous dans pour je sur avec ce il nous faut du cette'.split(' ')),
  es: new Set('el los y es una las que por para con del se está pero hay como más cuando esto muy'.split(' ')),
  pt: new Set('o os e é uma não do da em com você isso para mas ao foi são está também pelo'.split(' ')),
};

/** The language that a person writes in, by script and by common words. English when there is nothing to go by. */
export function detectLanguage(texts: readonly string[]): Language {
  const sample = sampleOf(texts);
  return languageOfScript(sample) ?? languageOfWords(sample);
}

function sampleOf(texts: readonly string[]): string {
  const pieces: string[] = [];
  let chars = 0;
  for (const text of texts) {
    if (chars >= SAMPLE_CHARS) break;
    pieces.push(text.slice(0, SAMPLE_CHARS - chars));
    chars += text.length;
  }
  return pieces.join('\n');
}

function languageOfScript(sample: string): Language | undefined {
  const letters = count(sample, /\p{L}/gu);
  if (letters === 0) return undefined;
  if (count(sample, /[\u3040-\u30ff]/g) / letters >= KANA_SHARE) return 'ja';
  if (count(sample, /\p{Script=Hangul}/gu) / letters >= SCRIPT_SHARE) return 'ko';
  if (count(sample, /\p{Script=Han}/gu) / letters >= SCRIPT_SHARE) return 'zh';
  return count(sample, /\p{Script=Cyrillic}/gu) / letters >= 2 * SCRIPT_SHARE ? 'ru' : undefined;
}

function languageOfWords(sample: string): Language {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: Language = 'en';
  let bestHits = words.filter((word) => STOP_WORDS.en.has(word)).length;
  for (const language of ['de', 'fr', 'es', 'pt'] as const) {
    const hits = words.filter((word) => STOP_WORDS[language].has(word)).length;
    if (hits > bestHits) [best, bestHits] = [language, hits];
  }
  return best;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
