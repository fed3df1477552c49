import { ContextHostError } from '@hermes-context/contract';

/** Figures of a conversation that cannot be sent. */
export interface WindowFullFacts {
  readonly model: string;
  readonly tokens: number;
  readonly limitTokens: number;
  /** What was tried, one sentence. */
  readonly tried: string;
}

/** The next request does not fit the model's window, whatever was tried. Nothing was sent, and nothing is lost. */
export class WindowFullError extends ContextHostError {
  override readonly name = 'WindowFullError';
  readonly code = 'CTX_WINDOW_FULL';
  readonly facts: WindowFullFacts;

  constructor(facts: WindowFullFacts, cause?: unknown) {
    const { model, tokens, limitTokens, tried } = facts;
    super({
      what: `The conversation does not fit the window of ${model}: about ${figure(tokens)} tokens, and ${figure(limitTokens)} fit.`,
      why: tried,
      fix: 'Compress with /compress, switch to a model with a larger window, or begin a new session; this one stays stored.',
      cause,
    });
    this.facts = facts;
  }
}

/** A session or a host that was closed is asked to go on. */
export class HostClosedError extends ContextHostError {
  override readonly name = 'HostClosedError';
  readonly code = 'CTX_HOST_CLOSED';

  constructor(what: string) {
    super({
      what: `${what} is closed.`,
      why: 'It was closed by this program, and takes no more messages.',
      fix: 'Open the session again with resumeSession; the conversation is stored.',
    });
  }
}

/** A turn ended by a failure that is not the model's, such as a full disk. */
export class TurnFailedError extends ContextHostError {
  override readonly name = 'TurnFailedError';
  readonly code = 'CTX_TURN_FAILED';

  constructor(why: string, cause: unknown) {
    super({
      what: 'The turn could not be finished.',
      why,
      fix: 'What was stored before stays. Mend what is named above, and send the message again.',
      cause,
    });
  }
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
