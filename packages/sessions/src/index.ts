export type {
  AppendOptions,
  AppendResult,
  ChangeRequest,
  ChangeResult,
  CommitRequest,
  CommitResult,
  Compressed,
  Conflict,
  Continued,
  LeaseLost,
  RewindRequest,
} from './change.ts';
export type { CompressEvent, EmitCompress } from './compress-event.ts';
export { diffLists, diffRevisions, type ListDiff, type RevisionDiff } from './diff-revisions.ts';
export { findSession, type SessionLookup } from './find-session.ts';
export { findTip } from './find-tip.ts';
export type { Busy, HeldLease, Lease, LeaseRequest, LeaseResult } from './lease.ts';
export { createMemorySessionStore, type MemoryStoreOptions } from './memory/memory-session-store.ts';
export { type RecordedSession, readRecordLines, recordLine } from './record-lines.ts';
export type { Receipt, Revision, RevisionKind } from './revision.ts';
export { type SessionSearchOptions, sessionSearchTool } from './search/session-search-tool.ts';
export type { SearchHit, SearchMode, SearchPage, SearchQuery } from './search-query.ts';
export type { SequenceRange } from './sequence-range.ts';
export type { NewSession, Session, SessionChange, SessionOrigin } from './session.ts';
export {
  SearchQueryError,
  SessionImportError,
  SessionInputError,
  SessionNotFoundError,
  SessionStoreError,
  type StoreFault,
} from './session-errors.ts';
export type { ImportResult, MessageRecord, RevisionRecord, SessionHeader, SessionRecord } from './session-record.ts';
export type { Damage, MessageListing, Page, SessionListing, SessionStore } from './session-store.ts';
export { openSqliteStore, type SqliteSessionStore, type SqliteStoreOptions } from './sqlite/sqlite-session-store.ts';
export type { LiveList, MessageState, StoredMessage } from './stored-message.ts';
