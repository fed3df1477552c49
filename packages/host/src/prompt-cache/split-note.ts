import type { WireObject, WirePrompt } from '@hermes-context/caching';
import { COMPACTION_NOTE } from '@hermes-context/messages';

/** What stands between a system prompt and the note on it. */
const GAP = '\n\n';

/**
 * The prompt with the note that the first compaction adds to the system prompt in a block of its own: the block before it
 * is what it was, and a provider that has it in its cache reads it from there (S-108). The same object where there is no
 * note, or none that stands behind a text.
 */
export function splitNote(prompt: WirePrompt): WirePrompt {
  switch (prompt.shape) {
    case 'anthropic':
      return typeof prompt.system === 'string' ? withSystem(prompt, prompt.system) : prompt;
    case 'openai-chat':
      return withFirstMessage(prompt);
    case 'openai-responses':
      return prompt;
  }
}

function withSystem(prompt: WirePrompt, system: string): WirePrompt {
  const parts = partsOf(system);
  return parts === undefined ? prompt : { ...prompt, system: parts };
}

function withFirstMessage(prompt: WirePrompt): WirePrompt {
  const [first, ...rest] = prompt.messages;
  if (first === undefined) return prompt;
  const split = splitMessage(first);
  return split === first ? prompt : { ...prompt, messages: [split, ...rest] };
}

/** The same object for the same message each time, so that it is recognised in the next request. */
const splitMessages = new WeakMap<WireObject, WireObject>();

function splitMessage(message: WireObject): WireObject {
  const known = splitMessages.get(message);
  if (known !== undefined) return known;
  const { role, content } = message;
  const parts = role === 'system' && typeof content === 'string' ? partsOf(content) : undefined;
  const split = parts === undefined ? message : { ...message, content: parts };
  splitMessages.set(message, split);
  return split;
}

function partsOf(text: string): readonly WireObject[] | undefined {
  const at = text.lastIndexOf(GAP + COMPACTION_NOTE);
  if (at <= 0) return undefined;
  return [
    { type: 'text', text: text.slice(0, at) },
    { type: 'text', text: text.slice(at + GAP.length) },
  ];
}
