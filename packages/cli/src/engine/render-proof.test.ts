import type { Messages } from '@hermes-context/contract';
import type { CheckResult } from '@hermes-context/testing/checks';
import { describe, expect, it } from 'vitest';
import { type Proof, sumUp, titlesOf } from './proof.ts';
import { renderProof } from './render-proof.ts';

const messages: Messages = [{ role: 'user', content: 'Hello' }];
const [pinned = ''] = titlesOf(['P2']);
const [edits = '', ...otherEdits] = titlesOf(['P5']);
const sound = (title: string): readonly [string, CheckResult] =>
  [title, { title, ok: true, ms: 12, runs: 100 }] as const;

const proofWith = (findings: Parameters<typeof sumUp>[1]): Proof => {
  const promises = sumUp(['P2', 'P5'], findings);
  return {
    engine: 'demo',
    version: '0.1.0',
    ok: promises.every(({ ok }) => ok),
    seed: 7,
    runs: 100,
    ms: 2_000,
    promises,
  };
};
const render = (findings: Parameters<typeof sumUp>[1]): string =>
  renderProof(proofWith(findings), { command: 'hermes engine test demo', paint: (_, text) => text });

const results = new Map([...titlesOf(['P2', 'P5'])].map(sound));

describe('the report of an engine', () => {
  it('has a line for each promise, and one for all of them', () => {
    expect(render({ results, casualties: [] }).split('\n')).toEqual([
      'demo 0.1.0: 100 conversations a check, seed 7, 2.0 s',
      '',
      expect.stringMatching(/^P2 {2}Lossless {2}ok +\d+ checks +\d+ runs +0\.1 s$/),
      expect.stringMatching(/^P5 {2}Pure {6}ok +\d+ checks +\d+ runs +0\.1 s$/),
      '',
      'They hold.',
      '',
    ]);
  });

  it('says of a broken promise what, on which conversation, how to see it again, and where to read on', () => {
    const detail = 'It edited message 0.\nwith: {"force":true}\nfound in run 3, shrunk 2 times; pass { seed: 42 }';
    const failed = { title: edits, ok: false, detail, counterexample: messages, seed: 42, ms: 1, runs: 3 };
    const text = render({ results: new Map([...results, [edits, failed]]), casualties: [] });
    expect(text).toContain(
      [
        'P5 Pure is broken',
        `  check  it ${edits}`,
        '  what   It edited message 0.',
        '         with: {"force":true}',
        '  conversation',
        '    [',
        '     {',
        '      "role": "user",',
        '      "content": "Hello"',
        '     }',
        '    ]',
        '  again  hermes engine test demo --promise P5 --runs 100 --seed 42',
        '  page   docs/promises.md#p5',
        '',
        'Broken: P5.',
      ].join('\n'),
    );
  });

  it('blames an endless loop on P3, and leaves the promise that was looked at unproven', () => {
    const found = { results: new Map(otherEdits.map(sound)), casualties: [{ title: edits, end, messages }] };
    const text = render({ ...found, results: new Map([...found.results, ...titlesOf(['P2']).map(sound)]) });
    expect(text).toContain('P3 Ends is broken\n');
    expect(text).toContain('did not come back within 10 seconds');
    expect(text).toContain('--promise P5 --runs 100 --seed 7');
    expect(text).toContain(`1 of its ${otherEdits.length + 1} checks could not be finished`);
    expect(text.trimEnd().split('\n').at(-1)).toBe('Broken: P3. Not proven: P5.');
  });

  it('shows a conversation once, however many promises it breaks', () => {
    const failed = (title: string): CheckResult => ({
      title,
      ok: false,
      detail: 'No.',
      counterexample: messages,
      ms: 1,
      runs: 1,
    });
    const text = render({
      results: new Map([...results, ...[pinned, edits].map((title) => [title, failed(title)] as const)]),
      casualties: [],
    });
    expect(text.split('"Hello"').length).toBe(2);
    expect(text).toContain('conversation: the same as for P2');
  });
});

const end = { kind: 'silent', silenceMs: 10_000 } as const;
