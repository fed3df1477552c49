import { createTextScale, TOKEN_WEIGHTS, type TokenWeights } from '@hermes-context/messages';

/** A text and how many tokens it really has. */
export interface Measured {
  readonly text: string;
  readonly tokens: number;
}

/** The names of the weights, in the order in which the fit works. */
export const FEATURES: readonly (keyof TokenWeights)[] = Object.keys(TOKEN_WEIGHTS).filter(isFeature);

const ROUNDS = 20_000; // far more than it takes; the change below ends it
const SMALLEST_CHANGE = 1e-7;
/** Added to the size of a sample, so that the errors of the smallest do not outweigh those of the rest. */
const SMALL_SAMPLE_TOKENS = 20;

/**
 * Weights, none below 0, with the least squared error over the samples, each counted by one over its size: an error of
 * 10 % of a large sample matters as much as of several small ones of the same size together.
 */
export function fitWeights(samples: readonly Measured[]): TokenWeights {
  const { gram, target } = normalEquations(samples);
  const solution = solveNonNegative(gram, target);
  const fitted = FEATURES.map((feature, index) => [feature, solution[index] ?? 0]);
  return { ...TOKEN_WEIGHTS, ...Object.fromEntries(fitted) };
}

/** How often each feature occurs in a text: the shipped scan itself, with a weight of 1 on one feature at a time. */
export function createFeatureCounter(): (text: string) => Float64Array {
  const none = Object.fromEntries(FEATURES.map((feature) => [feature, 0]));
  const scales = FEATURES.map((feature) => createTextScale({ ...TOKEN_WEIGHTS, ...none, [feature]: 1 }));
  return (text) => Float64Array.from(scales, (scale) => scale(text));
}

interface NormalEquations {
  readonly gram: readonly Float64Array[];
  readonly target: Float64Array;
}

function normalEquations(samples: readonly Measured[]): NormalEquations {
  const countFeatures = createFeatureCounter();
  const gram = FEATURES.map(() => new Float64Array(FEATURES.length));
  const target = new Float64Array(FEATURES.length);
  for (const { text, tokens } of samples) {
    const counts = countFeatures(text);
    const importance = 1 / (tokens + SMALL_SAMPLE_TOKENS);
    for (const [row, sums] of gram.entries()) {
      const scaled = importance * (counts[row] ?? 0);
      if (scaled === 0) continue;
      target[row] = (target[row] ?? 0) + scaled * tokens;
      addScaled(sums, counts, scaled);
    }
  }
  return { gram, target };
}

function addScaled(sums: Float64Array, counts: Float64Array, scale: number): void {
  for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + scale * count;
}

/** Coordinate descent: each weight in turn takes its best value, or 0, until none moves. */
function solveNonNegative(gram: readonly Float64Array[], target: Float64Array): Float64Array {
  const solution = new Float64Array(target.length);
  let change = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && change > SMALLEST_CHANGE; round += 1) {
    change = 0;
    for (const [index, row] of gram.entries()) {
      const diagonal = row[index] ?? 0;
      if (diagonal === 0) continue; // a feature that no sample has keeps 0
      const before = solution[index] ?? 0;
      const best = Math.max(0, before + ((target[index] ?? 0) - dot(row, solution)) / diagonal);
      solution[index] = best;
      change = Math.max(change, Math.abs(best - before));
    }
  }
  return solution;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (const [index, value] of left.entries()) sum += value * (right[index] ?? 0);
  return sum;
}

function isFeature(name: string): name is keyof TokenWeights {
  return name in TOKEN_WEIGHTS;
}
