export { type CompressionBudget, computeBudget, summaryBudget } from './budget.ts';
export { contextEngine } from './plugin.ts';
export { type Pruned, type PrunePolicy, pruneMessages } from './prune/prune-messages.ts';
export { type CompressorSettings, parseSettings } from './settings.ts';
