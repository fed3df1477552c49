import type { WirePrompt } from '../wire-prompt.ts';
import { mapChanged, strippedObject } from './clean-object.ts';

/**
 * The prompt without any marker, whoever set it; whatever had none stays the same object. After `applyPlan` the texts
 * are those of the prompt before it; a string that got a marker stays the list of one text part that it became.
 */
export function stripMarkers(prompt: WirePrompt): WirePrompt {
  const { tools, system } = prompt;
  return {
    ...prompt,
    ...(tools !== undefined && { tools: mapChanged(tools, strippedObject) }),
    ...(system !== undefined && { system: typeof system === 'string' ? system : mapChanged(system, strippedObject) }),
    messages: mapChanged(prompt.messages, strippedObject),
  };
}
