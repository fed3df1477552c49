// What runs without a test runner: `hermes engine test`, and scripts of an author's own.
export { contextEngineChecks } from './engine-checks/context-engine-checks.ts';
export type { CreateEngine, EngineCheck, EngineCheckOptions } from './engine-checks/engine-check.ts';
