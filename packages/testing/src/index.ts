export { deepFreeze } from './deep-freeze.ts';
export { describeContextEngine } from './describe-context-engine.ts';
export { contextEngineChecks } from './engine-checks/context-engine-checks.ts';
export type { CreateEngine, EngineCheck, EngineCheckOptions } from './engine-checks/engine-check.ts';
export { type FakeProvider, type FakeProviderOptions, type FakeRequest, startFakeProvider } from './fake-provider.ts';
export type { FakeBehaviour, FakeScriptLine } from './fake-provider-behaviour.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export { scrambledTranscript } from './scrambled-transcript.ts';
export {
  echoSummarizer,
  type RecordingSummarizer,
  type ScriptedReply,
  type SummaryReply,
  scriptedSummarizer,
} from './scripted-summarizer.ts';
export { type EmittedEvent, type LogLine, type TestServices, testServices } from './test-services.ts';
export { type TranscriptOptions, transcript } from './transcript.ts';
