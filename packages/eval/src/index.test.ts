import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what a bench and a command line need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toMatchInlineSnapshot(`
    [
      "CACHE_RULES",
      "FAMILIES",
      "FAULTS",
      "IDLE_PROFILES",
      "ITEM_KINDS",
      "SIZES",
      "WINDOWS",
      "artifactF1",
      "evaluateTranscript",
      "explainRun",
      "failedGates",
      "findItems",
      "generateTrajectory",
      "noneRow",
      "recommend",
      "renderReport",
      "replayRow",
      "runPlan",
      "startStandIn",
      "totalKinds",
      "truncateOldestRow",
      "windowFor",
    ]
  `);
});
