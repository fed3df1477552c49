import type { Message, Summarise, SummaryRequest } from '@hermes-context/contract';
import { collapse, contentText, estimateTextTokens, type Pin, redactSecrets } from '@hermes-context/messages';

/** Shorter texts stand in a summary by chance. */
const TELLING_CHARS = 12;

/** The pins of a session as they were when it was compacted last, for whoever summarises a part of it. */
export class CurrentPins {
  #pins: readonly Pin[] = [];
  #maxTokens = 0;

  take(pins: readonly Pin[], maxTokens: number): void {
    this.#pins = pins;
    this.#maxTokens = maxTokens;
  }

  /**
   * The summarizer, told which words of the messages it summarises must stay: those that are pinned, as far as there is
   * room for pins. A pin from elsewhere is no matter of this summary, and the host puts it back anyway.
   */
  tell(summarise: Summarise): Summarise {
    return (request) => {
      const { pinnedTexts: given, ...rest } = request;
      const pinnedTexts = [...new Set([...(given ?? []).map(redactSecrets), ...this.#textsFor(request)])];
      return summarise(pinnedTexts.length === 0 ? rest : { ...rest, pinnedTexts });
    };
  }

  #textsFor({ messages, originals = messages }: SummaryRequest): readonly string[] {
    const byId = new Map(
      originals.flatMap((message) => (message._context?.id === undefined ? [] : [[message._context.id, message]])),
    );
    const found = this.#pins.filter(({ messageId, text }) => isIn(text, byId.get(messageId ?? '')));
    const texts: string[] = [];
    let room = this.#maxTokens;
    for (const { text } of found) {
      const tokens = estimateTextTokens(text);
      if (tokens > room || texts.some((each) => each.includes(text))) continue;
      texts.push(text);
      room -= tokens;
    }
    return texts;
  }
}

function isIn(text: string, message: Message | undefined): boolean {
  return (
    message !== undefined &&
    text.length >= TELLING_CHARS &&
    collapse(contentText(message.content)).includes(collapse(text))
  );
}
