export { type CodingSession, type CodingSessionOptions, codingSession } from './coding-session/coding-session.ts';
export type { CodingTool } from './coding-session/coding-tools.ts';
export type { Needle } from './coding-session/needles.ts';
export { type CountText, countFakeTokens } from './count-fake-tokens.ts';
export { deepFreeze } from './deep-freeze.ts';
export { describeContextEngine } from './describe-context-engine.ts';
export { describeSessionStore } from './describe-session-store.ts';
export { contextEngineChecks } from './engine-checks/context-engine-checks.ts';
export type { CheckResult, CreateEngine, EngineCheck, EngineCheckOptions } from './engine-checks/engine-check.ts';
export { PROMISE_IDS, type PromiseFacts, type PromiseId, promiseFacts } from './engine-checks/promises.ts';
export {
  type EngineReport,
  type PromiseResult,
  type ReportOptions,
  reportOnEngine,
} from './engine-checks/report-on-engine.ts';
export {
  type FakeAnthropic,
  type FakeAnthropicLine,
  type FakeAnthropicOptions,
  type FakeAnthropicRequest,
  startFakeAnthropic,
} from './fake-anthropic.ts';
export type { PromptBill } from './fake-anthropic-cache.ts';
export type { FakeAnthropicBehaviour } from './fake-anthropic-message.ts';
export { type FakeCodex, fakeCodex } from './fake-codex/fake-codex.ts';
export type { FakeCodexArrival, FakeCodexScript, FakeCodexStep } from './fake-codex/fake-codex-script.ts';
export {
  type FakeProvider,
  type FakeProviderOptions,
  type FakeRequest,
  type FakeViolation,
  startFakeProvider,
} from './fake-provider.ts';
export type { FakeBehaviour, FakeFinishReason, FakeScriptLine, FakeToolCall } from './fake-provider-behaviour.ts';
export {
  type FakeResponses,
  type FakeResponsesOptions,
  type FakeResponsesRequest,
  startFakeResponses,
} from './fake-responses.ts';
export type { FakeResponsesBehaviour } from './fake-responses-behaviour.ts';
export type { ValidateRequest } from './fake-validation.ts';
export type { FakeWindow } from './fake-window.ts';
export { faultySummarizer, SUMMARY_FAULTS, type SummaryFault } from './faulty-summarizer.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export { scrambledTranscript } from './scrambled-transcript.ts';
export {
  echoSummarizer,
  type RecordingSummarizer,
  type ScriptedReply,
  type SummaryReply,
  scriptedSummarizer,
} from './scripted-summarizer.ts';
export type {
  OpenStore,
  SessionStoreCheck,
  StoreCheckOptions,
  StoreSurroundings,
} from './session-checks/session-store-check.ts';
export { sessionStoreChecks } from './session-checks/session-store-checks.ts';
export { isSummaryRequest, summaryReply } from './summary-request.ts';
export { type EmittedEvent, type LogLine, type TestServices, testServices } from './test-services.ts';
export { type TranscriptOptions, transcript } from './transcript.ts';
