export { generateTrajectory } from './generate/generate-trajectory.ts';
export { type ArtifactCounts, artifactF1 } from './metrics/artifacts.ts';
export {
  CACHE_RULES,
  type CacheRules,
  IDLE_PROFILES,
  type IdleProfile,
  type SimulatedCost,
} from './metrics/cost.ts';
export type { Share } from './metrics/share.ts';
export type { Validity } from './metrics/validity.ts';
export { type BenchPlan, type PlannedRun, type PlanOptions, runPlan } from './plan/run-plan.ts';
export type { ReplayOptions } from './replay/replay-options.ts';
export { replayRow } from './replay/replay-row.ts';
export {
  type FaultVerdict,
  type KindCounts,
  type RunResult,
  type RunSubject,
  totalKinds,
} from './replay/run-result.ts';
export { explainRun } from './report/explain-run.ts';
export { failedGates } from './report/failed-gates.ts';
export { type ReportFrame, renderReport } from './report/render-report.ts';
export type { BenchRow, RowRequest, RowSession, RowSetup } from './row.ts';
export { noneRow } from './rows/none.ts';
export { truncateOldestRow } from './rows/truncate-oldest.ts';
export type { StandIn, StandInUsage } from './stand-in/stand-in.ts';
export { FAULTS, type Fault, type StandInKind } from './stand-in/stand-in-reply.ts';
export { startStandIn } from './stand-in/start-stand-in.ts';
export {
  type AnswerKey,
  type Artifact,
  FAMILIES,
  type Family,
  type FileAction,
  ITEM_KINDS,
  type ItemKind,
  type PlantedItem,
  SIZES,
  type Size,
  type Trajectory,
  WINDOWS,
} from './trajectory.ts';
export {
  evaluateTranscript,
  type TranscriptEvaluation,
  windowFor,
} from './transcript/evaluate-transcript.ts';
export { findItems } from './transcript/find-items.ts';
export { type Recommendation, recommend } from './transcript/recommend.ts';
