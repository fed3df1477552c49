/** What a server may want of its client. */
export type CodexRequestKind =
  | 'command'
  | 'file-change'
  | 'permissions'
  | 'user-input'
  | 'tool-call'
  | 'elicitation'
  | 'auth-tokens';

/** A request of the server. */
export interface CodexRequest {
  readonly kind: CodexRequestKind;
  /** As the protocol calls it, such as `item/commandExecution/requestApproval`. */
  readonly method: string;
  readonly threadId?: string;
  readonly turnId?: string;
  /** As they came: a command has `command` and `cwd`, most have a `reason`. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** What to answer. */
export type CodexDecision =
  | { readonly kind: 'decline' }
  /** Decline, and end the turn where the protocol knows such an answer: commands and file changes, elicitations. */
  | { readonly kind: 'cancel' }
  /** Allow it. Not for `user-input`, `tool-call` and `auth-tokens`, which want a result. */
  | {
      readonly kind: 'accept';
      /** Default `once`; with `session`, Codex does not ask again for the like. */
      readonly scope?: 'once' | 'session';
    }
  /** The whole result, as the protocol defines it for the method. */
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> };

/** Decides about a request. May take its time: the turn waits. Where it throws, the request is declined. */
export type DecideCodexRequest = (request: CodexRequest) => CodexDecision | Promise<CodexDecision>;
