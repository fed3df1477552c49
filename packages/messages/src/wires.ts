import type { Messages } from '@hermes-context/contract';
import { validateAnthropic } from './validate-anthropic.ts';
import { validateGemini } from './validate-gemini.ts';
import { validateGemma } from './validate-gemma.ts';
import { validateMistral } from './validate-mistral.ts';
import { validateOpenAiChat } from './validate-openai-chat.ts';
import { validateOpenAiResponses } from './validate-openai-responses.ts';
import type { Violation } from './validate-violation.ts';

/** One way in which a list leaves for a model, and its judge. */
export interface Wire {
  /** For a person. */
  readonly name: string;
  readonly validate: (messages: Messages) => readonly Violation[];
}

/** What providers and chat templates there are, as far as their rules differ. The one that asks least stands first. */
export const WIRES: readonly Wire[] = [
  { name: 'OpenAI Chat', validate: validateOpenAiChat },
  { name: 'OpenAI Responses', validate: validateOpenAiResponses },
  { name: 'Anthropic', validate: validateAnthropic },
  { name: 'Gemini', validate: validateGemini },
  { name: 'the chat template of Mistral', validate: validateMistral },
  { name: 'the chat template of Gemma', validate: validateGemma },
];
