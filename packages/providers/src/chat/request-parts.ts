/** A number of tokens as a group: digits, with commas or underscores between thousands; `128k` and `1.5` are none. */
export const TOKENS: string = String.raw`(?<![\d.,_])(\d{1,3}(?:[,_]\d{3})+|\d+)(?![\dkKmM]|[.,_]\d)`;

/** The number in a text that {@link TOKENS} matched; `undefined` where it cannot be a count of tokens. */
export function tokensOf(text: string | undefined): number | undefined {
  const tokens = Number((text ?? '').replaceAll(/[,_]/g, ''));
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined;
}

/** A request that is too long together with the answer asked for, in tokens. */
export interface RequestParts {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Each part as `8000 in the messages`, `300 tokens of tool input`, `2000 for the completion`. */
const PART = new RegExp(`${TOKENS} (?:tokens )?(?:in|of|for|from) (?:the |your )?([a-z ]{3,20})(?=[,;:.)]|$)`, 'g');
const INPUT = `(?<input>${TOKENS})`;
const OUTPUT = `(?<output>${TOKENS})`;
const WHOLE_PARTS: readonly RegExp[] = [
  new RegExp(String.raw`exceed context limit: ${INPUT} \+ ${OUTPUT} >`), // Anthropic
  new RegExp(String.raw`given: ${INPUT} \W?inputs?\W? tokens and ${OUTPUT} \W?max_new_tokens`), // TGI
  new RegExp(`passed ${INPUT} input tokens and requested ${OUTPUT} output tokens`), // vLLM
  new RegExp(`requested ${OUTPUT} output tokens and your prompt contains (?:at least )?${INPUT} input tokens`), // vLLM
];

/**
 * The parts of a request, where a text counts them; `undefined` where it does not.
 *
 * @param words - In lower case, with single spaces.
 */
export function findRequestParts(words: string): RequestParts | undefined {
  for (const pattern of WHOLE_PARTS) {
    const found = pattern.exec(words)?.groups;
    const inputTokens = tokensOf(found?.['input']);
    if (inputTokens !== undefined) return { inputTokens, outputTokens: tokensOf(found?.['output']) ?? 0 };
  }
  const start = words.indexOf('requested');
  return start === -1 ? undefined : sumParts(words.slice(start).replaceAll(' and ', ', '));
}

function sumParts(words: string): RequestParts | undefined {
  let inputTokens = 0;
  let outputTokens = 0;
  for (const [, count, label = ''] of words.matchAll(PART)) {
    if (/completion|output/.test(label)) outputTokens += tokensOf(count) ?? 0;
    else inputTokens += tokensOf(count) ?? 0;
  }
  return inputTokens === 0 ? undefined : { inputTokens, outputTokens };
}
