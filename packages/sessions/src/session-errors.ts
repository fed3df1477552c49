import { ContextHostError, type Explanation } from '@hermes-context/contract';

/** No session has this id. */
export class SessionNotFoundError extends ContextHostError {
  override readonly name = 'SessionNotFoundError';
  readonly code = 'CTX_SESSION_NOT_FOUND';
  readonly sessionId: string;

  constructor(sessionId: string, location: string) {
    super({
      what: `There is no session "${sessionId}".`,
      why: `No session of that id is in ${location}.`,
      fix: 'See what there is: hermes sessions list',
    });
    this.sessionId = sessionId;
  }
}

/** A value that no store could take. Nothing was written. */
export class SessionInputError extends ContextHostError {
  override readonly name = 'SessionInputError';
  readonly code = 'CTX_SESSION_INPUT_INVALID';

  constructor(explanation: Explanation) {
    super(explanation);
  }
}

/** A query that cannot be answered, as opposed to one that finds nothing. */
export class SearchQueryError extends ContextHostError {
  override readonly name = 'SearchQueryError';
  readonly code = 'CTX_SEARCH_INVALID';

  constructor(explanation: Explanation) {
    super(explanation);
  }
}

/** An export that cannot be taken over. Nothing was written. */
export class SessionImportError extends ContextHostError {
  override readonly name = 'SessionImportError';
  readonly code = 'CTX_SESSION_IMPORT_REFUSED';

  constructor(explanation: Explanation) {
    super(explanation);
  }
}

/** Why a store cannot be used. */
export type StoreFault =
  /** It is a database of another program, or no database at all: another file, a folder. */
  | 'foreign'
  /** A newer version of this program wrote it. */
  | 'newer'
  /** What it holds contradicts itself. */
  | 'damaged'
  /** No space is left. */
  | 'full'
  /** It may be read, not written. */
  | 'read-only'
  /** The path cannot be opened: permissions, a part of it that is no folder. */
  | 'unreachable'
  /** Other processes kept it busy for too long. */
  | 'locked'
  /** It was closed. */
  | 'closed';

/** A store that cannot be used, or not for this. What it held is as it was. */
export class SessionStoreError extends ContextHostError {
  override readonly name = 'SessionStoreError';
  readonly code = 'CTX_SESSION_STORE_UNUSABLE';
  readonly fault: StoreFault;
  /** Where it lies. */
  readonly location: string;

  constructor({
    fault,
    location,
    ...explanation
  }: Explanation & { readonly fault: StoreFault; readonly location: string }) {
    super(explanation);
    this.fault = fault;
    this.location = location;
  }
}
