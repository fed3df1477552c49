import { type Check, hard } from './finding.ts';
import { ANSWERING, ASKING_BACK, REFUSAL_MAX_CHARS, REFUSAL_WORDS } from './reply-words.ts';

/** How much of the end of a text without headings may be a question. */
const END_CHARS = 200;

/** A summary is no refusal, no answer to the user, and no question. */
export const checkReply: Check = ({ text, entries, hasHeadings }, { requests }) => {
  const said = entries.map((entry) => entry.text.replaceAll(/“[^”]*”/g, '')).join(' ');
  if (
    said.length <= REFUSAL_MAX_CHARS &&
    REFUSAL_WORDS.test(said.slice(0, REFUSAL_MAX_CHARS)) &&
    isAlone(entries, requests)
  ) {
    return [hard('reply', 'The text is a refusal, not a summary.')];
  }
  if (hasHeadings) return [];
  if (/[?？]\s*$/.test(text) && ASKING_BACK.test(text.slice(-END_CHARS))) {
    return [hard('reply', 'The text is a question to the user, not a summary.')];
  }
  return ANSWERING.test(text.trimStart()) ? [hard('reply', 'The text is an answer to the user, not a summary.')] : [];
};

/** A summary that tells of an apology has more to tell, or tells of the user's. */
function isAlone(entries: readonly unknown[], requests: readonly string[]): boolean {
  return entries.length <= 2 && !requests.some((request) => REFUSAL_WORDS.test(request.slice(0, REFUSAL_MAX_CHARS)));
}
