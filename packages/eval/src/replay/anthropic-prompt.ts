import type { WireObject, WirePrompt } from '@hermes-context/caching';
import type { ContentPart } from '@hermes-context/contract';
import { contentText, estimateTextTokens, isTextPart, toolCallsOf } from '@hermes-context/messages';
import type { SeenMessage } from './message-book.ts';

/** Makes prompts in Anthropic's form, for the simulator of its cache: what did not change is the same object. */
export class PromptMaker {
  readonly #turns = new WeakMap<SeenMessage, Turn>();
  readonly #tools = new Map<number, readonly WireObject[]>();

  /** @param toolTokens - Size of the definitions of tools in front of the messages. */
  prompt(seen: readonly SeenMessage[], toolTokens: number): WirePrompt {
    const system = seen.filter(({ message }) => message.role === 'system').map(({ text }) => text);
    return {
      shape: 'anthropic',
      tools: this.#toolsOf(toolTokens),
      ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
      messages: turnsOf(seen.filter(({ message }) => message.role !== 'system')).map((turn) => this.#wire(turn)),
    };
  }

  #wire(members: readonly SeenMessage[]): WireObject {
    const [first] = members;
    const known = first === undefined ? undefined : this.#turns.get(first);
    const isSame = known?.members.length === members.length && members.every((each, at) => each === known.members[at]);
    if (known !== undefined && isSame) return known.wire;
    const role = first?.message.role === 'assistant' ? 'assistant' : 'user';
    const wire = { role, content: members.flatMap(blocksOfMessage) };
    if (first !== undefined) this.#turns.set(first, { members, wire });
    return wire;
  }

  #toolsOf(tokens: number): readonly WireObject[] {
    const known =
      this.#tools.get(tokens) ?? (tokens === 0 ? [] : [{ name: 'tools', description: textOfTokens(tokens) }]);
    this.#tools.set(tokens, known);
    return known;
  }
}

interface Turn {
  readonly members: readonly SeenMessage[];
  readonly wire: WireObject;
}

/** Neighbours on the same side of the conversation are one message in this form. */
function turnsOf(seen: readonly SeenMessage[]): readonly (readonly SeenMessage[])[] {
  const turns: SeenMessage[][] = [];
  let isModel: boolean | undefined;
  for (const each of seen) {
    const isOfModel = each.message.role === 'assistant';
    if (isOfModel === isModel) turns.at(-1)?.push(each);
    else turns.push([each]);
    isModel = isOfModel;
  }
  return turns;
}

function blocksOfMessage({ message }: SeenMessage): readonly WireObject[] {
  const { content } = message;
  if (message.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: contentText(content) }];
  }
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const calls = toolCallsOf(message).map((call) => ({
    type: 'tool_use',
    id: call.id,
    name: call.function.name,
    input: call.function.arguments,
  }));
  return [...parts.filter(saysSomething).map((part) => ({ ...part })), ...calls];
}

function saysSomething(part: ContentPart): boolean {
  return !isTextPart(part) || part.text.trim() !== '';
}

function textOfTokens(tokens: number): string {
  const word = 'tool ';
  return word.repeat(Math.ceil(tokens / Math.max(1, estimateTextTokens(word))));
}
