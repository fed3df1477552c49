import type { RunResult } from '../replay/run-result.ts';
import type { PlantedItem, Trajectory } from '../trajectory.ts';

/**
 * What went wrong in one run, for a person: the first request that a provider would refuse, and each item that was lost,
 * shown as current though it is not, leaked or passed on, with its place in the conversation. Secrets are not printed.
 */
export function explainRun(result: RunResult, { key }: Trajectory): string {
  const { row, variant, family, size, seed, standIn, validity, problems } = result;
  const named = (title: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0 ? [] : ['', `${title}:`, ...ids.map((id) => lineOf(id, key.items))];
  return [
    `${row} (${variant}), ${family} ${size}, seed ${seed}, summarizer ${standIn}`,
    ...(validity.firstFault === undefined ? [] : ['', `First refusal: ${validity.firstFault}`]),
    ...named('Lost', result.lost),
    ...named('Not word for word', result.constraintsMissed),
    ...named('Shown as current', result.stale),
    ...named('Leaked', result.leaks),
    ...named('Passed on as an order', result.promoted),
    ...(problems.length === 0 ? [] : ['', 'The row says:', ...problems.map((problem) => `  ${problem}`)]),
    '',
  ].join('\n');
}

function lineOf(id: string, items: readonly PlantedItem[]): string {
  const item = items.find((each) => each.id === id);
  if (item === undefined) return `  ${id}`;
  const { kind, index, probe } = item;
  return kind === 'secret' ? `  ${id}, message ${index}` : `  ${id}, message ${index}: ${probe}`;
}
