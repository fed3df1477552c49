// What runs without a test runner: `hermes engine test`, and scripts of an author's own.
export { type CodingSession, type CodingSessionOptions, codingSession } from './coding-session/coding-session.ts';
export { contextEngineChecks } from './engine-checks/context-engine-checks.ts';
export type { CheckResult, CreateEngine, EngineCheck, EngineCheckOptions } from './engine-checks/engine-check.ts';
export { PROMISE_IDS, type PromiseFacts, type PromiseId, promiseFacts } from './engine-checks/promises.ts';
export {
  type EngineReport,
  type PromiseResult,
  type ReportOptions,
  reportOnEngine,
} from './engine-checks/report-on-engine.ts';
export { type FakeProvider, type FakeProviderOptions, startFakeProvider } from './fake-provider.ts';
export { faultySummarizer, SUMMARY_FAULTS, type SummaryFault } from './faulty-summarizer.ts';
export { isSummaryRequest, summaryReply } from './summary-request.ts';
