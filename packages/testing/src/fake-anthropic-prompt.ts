import { isRecord } from './is-record.ts';

/** A JSON object as it arrived. */
export type Sent = Readonly<Record<string, unknown>>;

/** One block of a prompt. */
export interface PromptBlock {
  readonly section: 'tools' | 'system' | 'messages';
  /** Of its message; `undefined` outside the messages. */
  readonly role: string | undefined;
  /** Index of its message among all, where it has one. */
  readonly messageIndex: number | undefined;
  /** As errors name it, such as `messages.3.content.1`. */
  readonly path: string;
  readonly block: Sent;
}

/** The blocks of a request in the order in which they are cached: tools, system, messages. A text is one block. */
export function promptBlocks({ tools, system, messages }: Sent): readonly PromptBlock[] {
  const none = { role: undefined, messageIndex: undefined };
  return [
    ...listOf(tools).map((block, index) => ({ ...none, section: 'tools', path: `tools.${index}`, block }) as const),
    ...contentBlocks(system).map((block, index) => {
      return { ...none, section: 'system', path: `system.${index}`, block } as const;
    }),
    ...listOf(messages).flatMap(blocksOfMessage),
  ];
}

function blocksOfMessage(message: Sent, messageIndex: number): readonly PromptBlock[] {
  const role = String(message['role']);
  return contentBlocks(message['content']).map((block, index) => {
    return { section: 'messages', role, messageIndex, path: `messages.${messageIndex}.content.${index}`, block };
  });
}

/** A content as blocks. */
export function contentBlocks(content: unknown): readonly Sent[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content);
}

/** The objects of a list; none where there is no list. */
export function listOf(value: unknown): readonly Sent[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A block as one text, without its marker: markers are no part of a prompt. */
export function textOfBlock({ cache_control: _marker, ...block }: Sent): string {
  return JSON.stringify(block);
}
