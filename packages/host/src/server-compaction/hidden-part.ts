import type { Message, Messages } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import { checkpointsIn } from '@hermes-context/providers';
import type { ListPoint } from '../accounting/size-account.ts';

/** A list, and who is to read it. */
export interface HiddenQuestion extends ListPoint {
  readonly messages: Messages;
  readonly issuer: string;
  /** Whether the reader takes the checkpoints of a message. */
  readonly isUsable: (message: Message) => boolean;
}

/** What of a list a checkpoint stands for, so that it is not sent. Reads each message once, however long the list grows. */
export class HiddenPart {
  #read: Omit<ListPoint, 'count'> & { readonly issuer: string } = { sessionId: '', revision: -1, issuer: '' };
  #count = 0;
  #tokens = 0;
  /** In front of the newest turn. */
  #turnTokens = 0;
  #hiddenTokens = 0;

  /** Estimated tokens in front of the turn of the newest checkpoint that the reader takes; 0 without one. */
  tokensOf(question: HiddenQuestion): number {
    this.#forgetOther(question);
    for (const message of question.messages.slice(this.#count)) this.#take(message, question);
    return this.#hiddenTokens;
  }

  #take(message: Message, { isUsable }: HiddenQuestion): void {
    if (message.role === 'user') this.#turnTokens = this.#tokens;
    if (checkpointsIn(message).length > 0 && isUsable(message)) this.#hiddenTokens = this.#turnTokens;
    const isHead = message.role === 'system' && this.#tokens === 0;
    if (!isHead) this.#tokens += estimateTokens(message);
    this.#count += 1;
  }

  #forgetOther({ sessionId, revision, issuer }: HiddenQuestion): void {
    const { sessionId: session, revision: known, issuer: reader } = this.#read;
    if (session === sessionId && known === revision && reader === issuer) return;
    this.#read = { sessionId, revision, issuer };
    this.#count = 0;
    this.#tokens = 0;
    this.#turnTokens = 0;
    this.#hiddenTokens = 0;
  }
}
