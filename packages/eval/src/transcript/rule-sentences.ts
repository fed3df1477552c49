const MIN_CHARS = 12;
const MAX_CHARS = 300;

const RULE =
  /\b(?:never|always|must(?:n['’]t)?|do not|don['’]t|only|no more than|at (?:most|least)|make sure|avoid|from now on|instead of)\b|必须|不要|禁止|务必|必ず|禁止|しないで|ないでください|반드시|절대|하지 ?마|niemals|immer|nur|jamais|toujours|nunca|siempre|никогда|всегда|нельзя/i;

/** Sentences of a text, as they stand in it. Lines are sentences too. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。!?])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Whether a sentence of a user's sets a rule, as far as its words tell. Questions set none. */
export function setsRule(sentence: string): boolean {
  if (sentence.length < MIN_CHARS || sentence.length > MAX_CHARS) return false;
  return !/[?？]$/.test(sentence) && RULE.test(sentence);
}
