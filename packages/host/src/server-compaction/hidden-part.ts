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

/** What of a list is not sent, since a checkpoint stands for it. */
export interface Hidden {
  /** Whether there is a checkpoint that the reader takes. */
  readonly hasCheckpoint: boolean;
  /** Estimated size of what is not sent. */
  readonly tokens: number;
}

const NOTHING: Hidden = { hasCheckpoint: false, tokens: 0 };

/**
 * What of a list a checkpoint stands for, as `fromCheckpoint` leaves it out. Reads each message once, however long the list
 * grows.
 */
export class HiddenPart {
  #read: Omit<ListPoint, 'count'> & { readonly issuer: string } = { sessionId: '', revision: -1, issuer: '' };
  #count = 0;
  /** Of all messages so far but the system's at the start. */
  #tokens = 0;
  /** Of the newest user's message. */
  #askedTokens = 0;
  #isInHead = true;
  #hidden = NOTHING;

  of(question: HiddenQuestion): Hidden {
    this.#forgetOther(question);
    for (const message of question.messages.slice(this.#count)) this.#take(message, question);
    return this.#hidden;
  }

  #take(message: Message, { isUsable }: HiddenQuestion): void {
    this.#count += 1;
    this.#isInHead &&= message.role === 'system';
    if (this.#isInHead) return;
    if (checkpointsIn(message).length > 0 && isUsable(message)) {
      this.#hidden = { hasCheckpoint: true, tokens: this.#tokens - this.#askedTokens };
    }
    const tokens = estimateTokens(message);
    if (message.role === 'user') this.#askedTokens = tokens;
    this.#tokens += tokens;
  }

  #forgetOther({ sessionId, revision, issuer }: HiddenQuestion): void {
    const { sessionId: session, revision: known, issuer: reader } = this.#read;
    if (session === sessionId && known === revision && reader === issuer) return;
    this.#read = { sessionId, revision, issuer };
    this.#count = 0;
    this.#tokens = 0;
    this.#askedTokens = 0;
    this.#isInHead = true;
    this.#hidden = NOTHING;
  }
}
