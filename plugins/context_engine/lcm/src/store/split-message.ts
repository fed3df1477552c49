import type { Message } from '@hermes-context/contract';

/** A message in two: the text that is stored once by content, and the rest. */
export interface SplitMessage {
  /** All text of the content, that of parts joined by a line break. Well-formed. */
  readonly text: string;
  /**
   * The message as JSON. A text content is its length there, as the text of a part is; `{"as": …}` holds what is
   * neither text, parts nor `null`, and text that UTF-8 cannot hold.
   */
  readonly rest: string;
}

/** Take a message apart. `hostId` is what `_context.id` repeats; it is left out of the rest. */
export function splitMessage(message: Message, hostId: string | undefined): SplitMessage {
  const texts: string[] = [];
  const fields: Record<string, unknown> = { ...message };
  if ('content' in message) fields['content'] = splitContent(message.content, texts);
  const context = contextWithoutId(message, hostId);
  if (context === undefined) delete fields['_context'];
  else fields['_context'] = context;
  return { text: texts.join('\n'), rest: JSON.stringify(fields) };
}

/** Put a message together again, with the host's id under `_context.id`. */
export function joinMessage({ text, rest }: SplitMessage, hostId: string | undefined): Message {
  const fields: Record<string, unknown> & Message = JSON.parse(rest);
  const message = 'content' in fields ? { ...fields, content: joinContent(fields.content, text) } : fields;
  return hostId === undefined ? message : { ...message, _context: { ...message._context, id: hostId } };
}

function contextWithoutId(message: Message, hostId: string | undefined): unknown {
  const context = message._context;
  if (context === undefined || hostId === undefined || context.id !== hostId) return context;
  const { id: _, ...others } = context;
  return Object.keys(others).length === 0 ? undefined : others;
}

function splitContent(content: unknown, texts: string[]): unknown {
  if (content === null) return null;
  if (typeof content === 'string') return splitText(content, texts);
  return Array.isArray(content) ? content.map((part: unknown) => splitPart(part, texts)) : { as: content };
}

function splitText(text: string, texts: string[]): unknown {
  texts.push(text.toWellFormed());
  return text.isWellFormed() ? text.length : { as: text };
}

function splitPart(part: unknown, texts: string[]): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const text = 'text' in part ? part.text : undefined;
  if (typeof text === 'string') return { ...part, text: splitText(text, texts) };
  return text !== undefined || 'as' in part ? { as: part } : part;
}

function joinContent(content: unknown, text: string): ReturnType<typeof JSON.parse> {
  let from = 0;
  const take = (mark: unknown): unknown => {
    if (typeof mark !== 'number') {
      const kept = asOf(mark);
      if (typeof kept === 'string') from += kept.length + 1;
      return kept;
    }
    const piece = text.slice(from, from + mark);
    from += mark + 1;
    return piece;
  };
  if (!Array.isArray(content)) return content === null ? null : take(content);
  return content.map((part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return 'text' in part ? { ...part, text: take(part.text) } : asOf(part);
  });
}

/** What stands under the only key `as`; anything else is itself. */
function asOf(value: unknown): unknown {
  const isWrapped = typeof value === 'object' && value !== null && 'as' in value && Object.keys(value).length === 1;
  return isWrapped ? value.as : value;
}
