import type { ContentPart } from '@hermes-context/contract';
import { contentParts, textOf } from '../content-parts.ts';
import { kindOfItem } from '../openai-responses/item-kind.ts';
import { readItemContent } from '../openai-responses/item-parts.ts';
import type { WireObject } from '../wire-value.ts';
import type { FinishedAnswer } from './finished-answer.ts';

/**
 * The answer with each text of its items as a part of its own, where there are several: joined, they would read as a text
 * that was edited, and the items would go back without their ids, without the reasoning between them, and all in front of
 * a checkpoint that stood in their middle. An answer with one text, or none, keeps its content.
 */
export function withSeparateTexts(answer: FinishedAnswer, items: readonly WireObject[]): FinishedAnswer {
  if (answer.kind !== 'reply' || answer.reply.message._context === undefined) return answer;
  const content = textsOf(items);
  const isApart = content.length > 1 && content.every((part) => (textOf(part) ?? '') !== '');
  if (!isApart) return answer;
  const { reply } = answer;
  return { ...answer, reply: { ...reply, message: { ...reply.message, content } } };
}

function textsOf(items: readonly WireObject[]): readonly ContentPart[] {
  const outputs = items.filter((item) => kindOfItem(item) === 'output');
  return outputs.flatMap(({ content }) => contentParts(readItemContent(content)));
}
