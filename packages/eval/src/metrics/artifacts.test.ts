import { describe, expect, it } from 'vitest';
import type { Artifact } from '../trajectory.ts';
import { artifactF1, claimsOfText, countArtifacts } from './artifacts.ts';
import { CONVERSATION, seenOf, summarised } from './metrics.fixture.ts';

const ARTIFACTS: readonly Artifact[] = [
  { path: 'src/cents.ts', action: 'created', index: 2 },
  { path: 'src/cents.ts', action: 'written', index: 4 },
  { path: 'src/old.ts', action: 'written', index: 4 },
  { path: 'src/old.ts', action: 'deleted', index: 6 },
];

describe('files that a list names', () => {
  it('counts a file with the right action in its line', () => {
    const counts = countArtifacts(summarised('- src/cents.ts (created)\n- deleted src/old.ts'), ARTIFACTS);
    expect(counts).toEqual({ found: 2, claimed: 2, expected: 2 });
    expect(artifactF1(counts)).toBe(1);
  });

  it('takes the action from the heading where the line has none', () => {
    expect(claimsOfText('## Files modified\n- src/cents.ts\n## Other\n- src/old.ts')).toEqual([
      { path: 'src/cents.ts', deed: 'changed' },
    ]);
  });

  it('credits neither a wrong action nor a path alone, and holds an invented file against the row', () => {
    const counts = countArtifacts(
      summarised('- src/old.ts was edited\n- src/cents.ts\n- created src/none.ts'),
      ARTIFACTS,
    );
    expect(counts).toEqual({ found: 0, claimed: 2, expected: 2 });
  });

  it('counts calls that were kept by themselves', () => {
    expect(countArtifacts(seenOf(CONVERSATION), ARTIFACTS).found).toBe(1);
  });

  it('reads paths in other letters', () => {
    expect(claimsOfText('created tables/旧账-1a2b.tsv')).toEqual([{ path: 'tables/旧账-1a2b.tsv', deed: 'changed' }]);
  });
});
