import { describeContextEngine } from '@hermes-context/testing';
import { contextEngine } from './index.ts';

// Each conversation opens a store, so fewer are tried here; `hermes engine test plugins/context_engine/lcm` tries all.
describeContextEngine('lcm', (services) => contextEngine.create(contextEngine.parseOptions({}), services), {
  numRuns: 30,
});
