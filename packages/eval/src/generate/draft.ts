import type { ContentPart, Message, Messages, ToolCall } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import type { Random } from '../random.ts';
import type { Artifact, FileAction, ItemKind, PlantedItem } from '../trajectory.ts';

/** A call of a tool and what came back. */
export interface PlayedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: string;
  /** The file that the call changed or read. */
  readonly file?: { readonly path: string; readonly action: FileAction };
}

/** An item without what the draft knows by itself. */
export type NewItem = Omit<PlantedItem, 'id' | 'index'> & { readonly index?: number };

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A conversation in the making. */
export class Draft {
  readonly random: Random;
  readonly #messages: Message[] = [];
  readonly #items: PlantedItem[] = [];
  readonly #artifacts: Artifact[] = [];
  readonly #counts = new Map<ItemKind, number>();
  #tokens = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** Size so far. */
  get tokens(): number {
    return this.#tokens;
  }

  get messages(): Messages {
    return this.#messages;
  }

  get items(): readonly PlantedItem[] {
    return this.#items;
  }

  get artifacts(): readonly Artifact[] {
    return this.#artifacts;
  }

  /** Add any message. Answers its index. */
  push(message: Message): number {
    this.#messages.push(message);
    this.#tokens += estimateTokens(message);
    return this.#messages.length - 1;
  }

  user(content: string | readonly ContentPart[]): number {
    return this.push({ role: 'user', content });
  }

  say(content: string): number {
    return this.push({ role: 'assistant', content });
  }

  /** The model calls tools, and all answer in order. Answers the index of the message with the calls. */
  play(calls: readonly PlayedCall[], said = ''): number {
    const index = this.ask(calls, said);
    for (const [at, call] of this.callsAt(index).entries()) this.answer(call, calls[at]?.result ?? '');
    return index;
  }

  /** The model calls tools, and nothing has answered yet. */
  ask(calls: readonly PlayedCall[], said = ''): number {
    const index = this.push({
      role: 'assistant',
      content: said === '' ? null : said,
      tool_calls: calls.map((call) => this.#call(call)),
    });
    for (const { file } of calls) if (file !== undefined) this.#artifacts.push({ ...file, index });
    return index;
  }

  answer(call: ToolCall, content: string): number {
    return this.push({ role: 'tool', tool_call_id: call.id, content });
  }

  callsAt(index: number): readonly ToolCall[] {
    const message = this.#messages[index];
    return message?.role === 'assistant' ? (message.tool_calls ?? []) : [];
  }

  /** Note an item, by default one of the newest message. */
  plant(item: NewItem): void {
    const count = (this.#counts.get(item.kind) ?? 0) + 1;
    this.#counts.set(item.kind, count);
    const index = item.index ?? this.#messages.length - 1;
    this.#items.push({ ...item, id: `${item.kind}-${count}`, index });
  }

  #call({ name, arguments: values }: PlayedCall): ToolCall {
    const id = `call_${this.random.letters(ID_LETTERS, 12)}`;
    return { id, type: 'function', function: { name, arguments: JSON.stringify(values) } };
  }
}
