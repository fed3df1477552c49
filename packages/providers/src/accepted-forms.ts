/** What a transcript may look like, to follow "A transcript is". */
export const ACCEPTED_FORMS =
  'a list of chat messages, an object with "messages" (OpenAI Chat or Anthropic) or "input" (OpenAI Responses), ' +
  'or JSON Lines with one message or item a line';
