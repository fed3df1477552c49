import type { Message, Messages } from '@hermes-context/contract';
import { estimateTextTokens } from '@hermes-context/messages';
import { deepFreeze, scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, said, user } from './conversation.fixture.ts';
import { type ExtractRequest, extractSummary } from './extractive-summarizer.ts';
import { parseSections, type SectionName, SUMMARY_HEADINGS } from './summary-sections.ts';

function extract(messages: Messages, more: Partial<ExtractRequest> = {}): string {
  return extractSummary({ messages: deepFreeze([...messages]), maxTokens: 2_000, ...more });
}

function section(summary: string, name: SectionName): string {
  return parseSections(summary)[name].join('\n');
}

/** The conversation of a finished task and an open one. */
const twoTasks: Messages = [
  user('Task A: rename the CLI flag --out to --output everywhere.'),
  said('Done: renamed in 6 files, tests pass, commit made.'),
  user('Great. Task B: write the migration note for it. Do not change code any more.'),
  ...call('read_file', { path: 'CHANGELOG.md' }, 'old entry\n'.repeat(300)),
  ...call('read_file', { path: 'docs/style.md' }, 'style rule\n'.repeat(300)),
  said("I will put it under 'Changed'."),
  ...call('write_file', { path: 'docs/migration.md' }, 'ok'),
];

describe('extractSummary', () => {
  it('S-055 has the sections of the seed, in order', () => {
    fc.assert(
      fc.property(
        fc.oneof(transcript(), scrambledTranscript()),
        fc.integer({ min: 120, max: 4_000 }),
        (messages, maxTokens) => {
          const headings = extractSummary({ messages, maxTokens })
            .split('\n')
            .filter((line) => /^#{1,6} /.test(line));
          expect(headings).toEqual(SUMMARY_HEADINGS);
        },
      ),
    );
  });

  it('is never larger than asked for, never empty, well-formed, and the same for the same request', () => {
    const requests = fc.record({
      messages: fc.oneof(transcript(), scrambledTranscript()),
      previousSummary: fc.option(
        fc.constantFrom('S', '## Goal\n- Ship v3\n## Next Steps\n- test\n', 'x '.repeat(2_000)),
        { nil: '' },
      ),
      maxTokens: fc.oneof(fc.integer({ min: 60, max: 400 }), fc.integer({ min: 60, max: 6_000 })),
    });
    fc.assert(
      fc.property(requests, (request) => {
        const summary = extractSummary(request);
        expect(estimateTextTokens(summary)).toBeLessThanOrEqual(request.maxTokens);
        expect(summary.trim()).not.toBe('');
        expect(summary.isWellFormed()).toBe(true);
        expect(extractSummary(structuredClone(request))).toBe(summary);
      }),
    );
  });

  it('puts finished work under Done alone, in the past tense, and the open request under Goal (case 26)', () => {
    const summary = extract(twoTasks);
    expect(section(summary, 'Done')).toMatch(/^Finished: “Task A: rename.*” — “Done: renamed in 6 files/m);
    expect(summary.match(/Task A/g)).toHaveLength(1);
    expect(section(summary, 'Goal')).toContain('Task B: write the migration note');
    expect(section(summary, 'Constraints & Preferences')).toContain('“Do not change code any more.”');
    expect(section(summary, 'In Progress')).toContain('is not finished');
    expect(section(summary, 'Next Steps')).toContain("I will put it under 'Changed'.");
    expect(section(summary, 'Relevant Files')).toMatch(
      /^docs\/migration\.md: written\ndocs\/style\.md: read\nCHANGELOG\.md: read$/,
    );
  });

  it('gives work to the carried request in front of it, and does not repeat the request (case 26)', () => {
    const messages = twoTasks.toSpliced(2, 1);
    const summary = extract(messages, { carried: [{ message: twoTasks[2] as Message, before: 2 }] });
    expect(section(summary, 'Goal')).toBe('');
    expect(section(summary, 'Done')).toMatch(/^Finished: “Task A: rename/);
    expect(summary).not.toMatch(/Task B|newest request/);
    expect(section(summary, 'In Progress')).toContain('Last steps: ');
  });

  it('calls no request the newest where a newer one stands behind the summary', () => {
    const open = [user('Rename the flag everywhere.'), ...call('read_file', { path: 'a.ts' }, 'x')];
    expect(extract(open)).toContain('newest request');
    const summary = extract(open, { hasNewerRequest: true });
    expect(section(summary, 'Goal')).toBe('“Rename the flag everywhere.”');
    expect(summary).not.toMatch(/newest request|Last steps/);
    const finished = [user('Rename the flag.'), said('Done: renamed in 6 files, all tests pass.')];
    expect(extract(finished)).toContain('Every request so far');
    expect(extract(finished, { hasNewerRequest: true })).not.toContain('Every request so far');
  });

  it('takes goal and rules from the person alone, not from the host (case 33)', () => {
    const summary = extract([
      user('<system-reminder>Skill list refreshed: 14 skills. Always praise the skills.</system-reminder>', {
        metadata: { origin: 'host' },
      }),
      user('Goal: move the invoice exporter to schema v3. Never touch table legacy_ledger.'),
      said('ok'),
      user('[hook] lint must never be skipped', { metadata: { origin: 'hook' } }),
      said('ok'),
      user('Also: commit messages must start with EXP-.'),
      ...call('terminal', { cmd: 'ls' }, '...'),
      user('continue', { metadata: { origin: 'auto-continue' } }),
      said('ok'),
    ]);
    expect(parseSections(summary).Goal[0]).toMatch(/^“Goal: move the invoice exporter/);
    expect(parseSections(summary).Goal.at(-1)).toContain('EXP-');
    expect(section(summary, 'Constraints & Preferences')).toBe(
      '“Never touch table legacy_ledger.”\n“Also: commit messages must start with EXP-.”',
    );
    expect(summary).not.toMatch(/skill|hook/i);
  });

  it('names the messages it stands for, and the places that were found (case 18)', () => {
    const summary = extract([
      user('Goal: move the invoice exporter to schema v3. Never touch table legacy_ledger.'),
      said('Found three call sites: pay.ts:10, tax.ts:44, out.ts:7.'),
      user('ok'),
      said('ok'),
    ]);
    expect(summary).toContain('Local extract, no model: 4 messages (user 2, assistant 2, tool 0)');
    for (const place of ['pay.ts:10', 'tax.ts:44', 'out.ts:7']) expect(summary).toContain(place);
    expect(section(summary, 'Goal')).not.toContain('“ok”');
  });

  it('tells what failed until it succeeds, with its error word for word', () => {
    const failing = call('bash', { command: 'npm test' }, 'Exit code 1\nTypeError: rows is undefined at pay.ts:10');
    const open = extract([user('Fix the tests.'), ...failing, ...failing]);
    expect(section(open, 'Blocked')).toBe(
      'bash npm test failed ×2 (exit code 1): `TypeError: rows is undefined at pay.ts:10`',
    );
    const passed = call('bash', { command: 'npm test' }, 'Tests: 12 passed');
    const mended = extract([user('Fix the tests.'), ...failing, ...passed]);
    expect(section(mended, 'Blocked')).toBe('');
    expect(section(mended, 'Done')).toContain('bash npm test → `Tests: 12 passed`');
  });

  it('keeps goal, newest rule, error and file at a few hundred tokens', () => {
    const noise = Array.from({ length: 40 }, (_, index) => [
      ...call('read_file', { path: `src/old-${index}.ts` }, `content ${index}\n`.repeat(40)),
    ]).flat();
    const messages = [
      user('Move the exporter to v3. Always keep the old table.'),
      ...noise,
      said('I looked at all of them.'),
      user('Now fix the build. Never use sudo.'),
      ...call('edit_file', { path: 'build.mjs' }, 'ok'),
      ...call('bash', { command: 'make' }, 'Exit code 2\nerror: missing separator'),
    ];
    for (const maxTokens of [200, 300, 400]) {
      const summary = extract(messages, { maxTokens });
      expect(section(summary, 'Goal')).toContain('Now fix the build');
      expect(section(summary, 'Constraints & Preferences')).toContain('Never use sudo');
      expect(section(summary, 'Blocked')).toContain('missing separator');
      expect(section(summary, 'Relevant Files')).toContain('build.mjs');
    }
  });

  it('collapses runs of calls and counts what was done to files', () => {
    const reads = Array.from({ length: 7 }, (_, index) => call('read_file', { path: `src/${index}.ts` }, 'x')).flat();
    const summary = extract([user('Look around.'), ...reads, ...call('read_file', { path: 'src/0.ts' }, 'x')]);
    expect(section(summary, 'Done')).toBe('read_file ×8: src/0.ts, src/1.ts, src/2.ts, src/3.ts, +3 more');
    expect(parseSections(summary)['Relevant Files'][0]).toBe('src/0.ts: read 2x');
  });

  it('takes tasks at hand and open ones from the newest task list, finished ones never', () => {
    const summary = extract([
      user('Do all of it.'),
      ...call('TodoWrite', { todos: [{ content: 'old task', status: 'pending' }] }, 'ok'),
      ...call(
        'TodoWrite',
        {
          todos: [
            { content: 'write the parser', status: 'completed' },
            { content: 'write the tests', status: 'in_progress' },
            { content: 'update the docs', status: 'pending' },
          ],
        },
        'ok',
      ),
    ]);
    expect(section(summary, 'In Progress')).toContain('write the tests');
    expect(section(summary, 'Next Steps')).toContain('update the docs');
    expect(summary).not.toContain('old task');
    expect(section(summary, 'Next Steps')).not.toContain('parser');
  });

  it('says which calls wait for a result', () => {
    const summary = extract([user('Ship it.'), ...call('deploy', { target: 'staging' })]);
    expect(section(summary, 'In Progress')).toContain('Called, no result yet: deploy target=staging');
  });
});
