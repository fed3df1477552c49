import type { Message, Messages, WireOrigin } from '@hermes-context/contract';
import type { WireLink, WireReading } from './wire-format.ts';

/** A stretch of a new list: all messages of one link as they were read, or a run of messages that changed or are new. */
export type Stretch =
  | { readonly kind: 'unchanged'; readonly link: WireLink }
  | { readonly kind: 'changed'; readonly messages: Messages };

/** Knows which elements a message came from, changed or not. */
export class Origins {
  readonly #messages: Messages;
  readonly #byMessage = new Map<Message, WireLink>();
  // An edit copies a message and keeps its side data, so the record of its wire form tells where it came from.
  readonly #byWire = new Map<WireOrigin, WireLink>();
  // Where that record was copied too, its parts still tell. Made when first needed: most edits do not touch the record.
  #byPart: ReadonlyMap<unknown, WireLink> | undefined;

  constructor({ messages, links }: WireReading) {
    this.#messages = messages;
    for (const link of links) {
      for (const message of messages.slice(link.messages.start, link.messages.end)) this.#remember(message, link);
    }
  }

  /** Where a message came from; `undefined` for a new one. */
  linkOf(message: Message): WireLink | undefined {
    const wire = message._context?.wire;
    return this.#byMessage.get(message) ?? (wire === undefined ? undefined : this.#linkOfWire(wire));
  }

  /** Cut a list into what can be written byte for byte and what must be written anew. */
  split(messages: Messages): readonly Stretch[] {
    const stretches: Stretch[] = [];
    let changed: Message[] = [];
    const endChanged = (): void => {
      if (changed.length > 0) stretches.push({ kind: 'changed', messages: changed });
      changed = [];
    };
    for (let index = 0; index < messages.length; ) {
      const link = this.#wholeLinkAt(messages, index);
      if (link === undefined) {
        changed.push(...messages.slice(index, index + 1));
        index += 1;
        continue;
      }
      endChanged();
      stretches.push({ kind: 'unchanged', link });
      index += link.messages.end - link.messages.start;
    }
    endChanged();
    return stretches;
  }

  #remember(message: Message, link: WireLink): void {
    this.#byMessage.set(message, link);
    const wire = message._context?.wire;
    if (wire !== undefined) this.#byWire.set(wire, link);
  }

  #linkOfWire(wire: WireOrigin): WireLink | undefined {
    const link = this.#byWire.get(wire);
    if (link !== undefined) return link;
    this.#byPart ??= new Map([...this.#byWire].flatMap(([{ parts }, of]) => parts.map((part) => [part, of])));
    for (const part of wire.parts) {
      const found = this.#byPart.get(part);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The link whose messages all stand at `index`, in order, as the objects that were read. */
  #wholeLinkAt(messages: Messages, index: number): WireLink | undefined {
    const first = messages[index];
    const link = first === undefined ? undefined : this.#byMessage.get(first);
    if (link === undefined) return undefined;
    const { start, end } = link.messages;
    for (let offset = 0; offset < end - start; offset += 1) {
      if (messages[index + offset] !== this.#messages[start + offset]) return undefined;
    }
    return link;
  }
}
