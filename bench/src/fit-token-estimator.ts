// Fits the weights of the token estimator to o200k_base and prints them with their errors on what the fit did not see.
// Run: HERMES_DATA=<folder with trajectories/> node --conditions=@hermes-context/source bench/src/fit-token-estimator.ts
import { join } from 'node:path';
import { createTextScale, type TextScale, TOKEN_WEIGHTS } from '@hermes-context/messages';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { recordedSamples, type Sample } from './estimator-corpus.ts';
import { errorRow, errorTable, formatErrors } from './estimator-errors.ts';
import { FEATURES, fitWeights, type Measured } from './estimator-fit.ts';
import { syntheticTexts } from './estimator-synthetic.ts';

// Special tokens are counted as the plain text that a provider reads; without this they throw.
const AS_TEXT = { disallowedSpecial: new Set<string>() };

function main(): void {
  // biome-ignore lint/style/noProcessEnv: the script's only input
  const folder = process.env['HERMES_DATA'];
  if (folder === undefined) {
    console.error('HERMES_DATA is not set: it must name a folder that holds trajectories/*.json.');
    process.exitCode = 2;
    return;
  }
  const samples = measure([...recordedSamples(join(folder, 'trajectories')), ...syntheticSamples()]);
  const weights = fitWeights(samples.filter((sample) => sample.isForFit));
  const heldBack = samples.filter((sample) => !sample.isForFit);
  console.log('Fitted weights (shipped ones behind them):\n');
  for (const feature of FEATURES)
    console.log(`  ${feature}: ${weights[feature].toFixed(3)}, // ${TOKEN_WEIGHTS[feature]}`);
  for (const [name, scale] of [
    ['fitted', createTextScale(weights)],
    ['shipped', createTextScale(TOKEN_WEIGHTS)],
  ] as const) {
    console.log(`\nErrors of the ${name} weights on what the fit did not see:\n`);
    const recorded = heldBack.filter((sample) => sample.source.endsWith('.json'));
    console.log(formatErrors(errorTable(heldBack, 'kind', scale), 'kind'));
    console.log(
      `\n${formatErrors([errorRow('all', recorded, scale), ...errorTable(recorded, 'source', scale)], 'file')}`,
    );
    console.log(`\nSpeed: ${speedOf(scale, samples).toFixed(0)} million characters a second of CPU time.`);
  }
}

function syntheticSamples(): readonly Sample[] {
  return (['fit', 'test'] as const).flatMap((half) =>
    syntheticTexts(half).map(({ kind, text }) => ({
      source: 'made',
      kind: `made: ${kind}`,
      text,
      isForFit: half === 'fit',
    })),
  );
}

function measure(samples: readonly Sample[]): readonly (Sample & Measured)[] {
  return samples.map((sample) => ({ ...sample, tokens: countTokens(sample.text, AS_TEXT) }));
}

function speedOf(scale: TextScale, samples: readonly Measured[]): number {
  const chars = samples.reduce((sum, sample) => sum + sample.text.length, 0);
  const before = process.cpuUsage();
  for (const sample of samples) scale(sample.text);
  const { user, system } = process.cpuUsage(before);
  return chars / (user + system);
}

main();
