import { z } from 'zod';

// Each message is the rule, to follow "It must be". Each description says the default and what it leads to.

/** A switch. */
export function flag(byDefault: boolean, description: string) {
  return z.boolean({ error: 'true or false, without quotes' }).default(byDefault).meta({ description });
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  byDefault: NoInfer<Words[number]>,
  description: string,
) {
  const rule = words.map((word) => `"${word}"`).join(words.length === 2 ? ' or ' : ', ');
  return z
    .enum(words, { error: words.length === 2 ? rule : `one of ${rule}` })
    .default(byDefault)
    .meta({ description });
}

/** The rule for a share of the window. */
const RATIO_RULE = 'a ratio above 0, at most 1 (0.50 means half of the window)';

/** A share of the window: above 0, at most 1. */
export const ratio = z.number({ error: RATIO_RULE }).gt(0, { error: RATIO_RULE }).max(1, { error: RATIO_RULE });

/** A whole number from `min` on. */
export function wholeNumber({ min, of }: { readonly min: number; readonly of: string }) {
  const rule = `a whole number of ${of}, ${min} or more`;
  return z.int({ error: rule }).min(min, { error: rule });
}

/** A text that says something. */
export function text(of: string) {
  return z.string({ error: `${of}, as text` });
}

/** A key for a provider. Its value never gets into a message. */
export function apiKey(description: string) {
  return text('an API key').nullable().default(null).meta({ description });
}

/** The address of an OpenAI-compatible server. */
export function baseUrl(description: string) {
  const rule = 'an address that starts with http:// or https://, such as http://localhost:8080/v1';
  return z
    .string({ error: rule })
    .refine((value) => isHttpUrl(value), { error: rule })
    .nullable()
    .default(null)
    .meta({ description });
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}
