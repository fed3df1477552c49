import type { Messages } from '@hermes-context/contract';

/** What an engine did that it should not, in one sentence. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
  /** The conversation on which it did, where no generator knows it. */
  readonly messages: Messages | undefined;

  constructor(what: string, messages?: Messages) {
    super(what);
    this.messages = messages;
  }
}

/** Say what an engine did that it should not, in one sentence. */
export function broken(what: string, messages?: Messages): never {
  throw new BrokenPromise(what, messages);
}
