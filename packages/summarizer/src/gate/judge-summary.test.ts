import type { Messages } from '@hermes-context/contract';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, said, user } from '../conversation.fixture.ts';
import { extractSummary } from '../extractive-summarizer.ts';
import { judgeSummary } from './judge-summary.ts';
import { conversation, GERMAN, GOOD, PLANTED, requestOf, spoilt } from './planted.fixture.ts';

function hardChecks(summary: string, more: Parameters<typeof requestOf>[0] = {}): readonly string[] {
  const { findings } = judgeSummary(summary, requestOf(more));
  return findings.filter(({ severity }) => severity === 'hard').map(({ check }) => check);
}

describe('judgeSummary', () => {
  it('finds nothing wrong with a good summary, and says how much it holds', () => {
    const verdict = judgeSummary(GOOD, requestOf());
    expect(verdict).toMatchObject({ isGood: true, findings: [] });
    expect(verdict.coverage).toMatchObject({ pathsRatio: 1, errorsRatio: 1 });
  });

  it.each(Object.entries(PLANTED))('finds what is wrong: %s', (_, [check, summary]) => {
    expect(hardChecks(summary)).toContain(check);
  });

  it('finds nothing else wrong where one thing was spoilt', () => {
    for (const name of ['stale', 'invented', 'secret', 'superseded', 'markup'] as const)
      expect([name, hardChecks(PLANTED[name][1])]).toEqual([name, [PLANTED[name][0]]]);
  });

  it('finds a rule of the user’s that is gone, of these messages or of the summary before', () => {
    const dropped = spoilt('- "Never touch the table legacy_ledger."\n', '');
    const { findings } = judgeSummary(dropped, requestOf());
    expect(findings).toMatchObject([{ check: 'constraints', missing: ['Never touch the table legacy_ledger.'] }]);
    const previousSummary = '## Constraints & Preferences\n- “Always sign off with a haiku.”';
    expect(hardChecks(GOOD, { previousSummary })).toEqual(['constraints']);
  });

  it('lets a rule go that the user took back', () => {
    const previousSummary = '## Constraints & Preferences\n- “Always sign off with a haiku.”';
    const messages = [...conversation, user('No longer sign off with a haiku, please.')];
    expect(hardChecks(GOOD, { previousSummary, messages })).toEqual([]);
  });

  it('finds a pinned text that is not there word for word', () => {
    const pin = 'Answer in\nBritish English.';
    expect(hardChecks(GOOD, { pinnedTexts: [pin] })).toEqual(['pins']);
    expect(
      hardChecks(spoilt('- The user', '- Answer in\n  British English.\n- The user'), { pinnedTexts: [pin] }),
    ).toEqual([]);
    expect(hardChecks(spoilt('- The user', '- answer in british English\n- The user'), { pinnedTexts: [pin] })).toEqual(
      ['pins'],
    );
  });

  it('finds a summary in another language than the user’s', () => {
    expect(hardChecks(GERMAN)).toContain('language');
    const german: Messages = [
      user('Bitte schreibe die Notiz für die Umstellung und lass die alte Tabelle dabei so, wie sie ist.'),
      said('Ich fange damit an und lese zuerst die Datei, in der die Notiz steht.'),
    ];
    expect(hardChecks(GERMAN, { messages: german })).not.toContain('language');
    const chinese = [
      user('请修复导出功能，并补充测试，然后更新说明文档。旧的数据表保持原样。'),
      said('好的，我先看一下代码。'),
    ];
    const english = `## Goal\n- ${'The user wants the exporter to be mended and the tests to be written for it. '.repeat(8)}`;
    expect(hardChecks(english, { messages: chinese })).toContain('language');
  });

  it('takes no quotation for the language of a summary', () => {
    const quoting = spoilt(
      '- The user now',
      `- “${'Die Tabelle wird nicht verändert und der Port ist der neue. '.repeat(12)}”\n- The user now`,
    );
    expect(hardChecks(quoting)).not.toContain('language');
  });

  it('finds too little said of too much, by the paths, numbers and errors that it lacks', () => {
    const work = Array.from({ length: 30 }, (_, index) => [
      ...call('edit_file', { path: `src/part-${index}.ts` }, 'ok'),
      said(`Part ${index} listens at port ${7_000 + index}: see host-${index}.invalid:${7_000 + index}.`),
    ]).flat();
    const messages = [user('Move all parts.'), ...work];
    const { findings, coverage } = judgeSummary(
      '## Goal\n- Move all parts.\n\n## Next Steps\n- Go on.',
      requestOf({ messages }),
    );
    expect(coverage.ratio).toBeLessThan(0.2);
    expect(findings).toMatchObject([
      { check: 'coverage', severity: 'hard', missing: expect.arrayContaining(['src/part-29.ts']) },
    ]);
    const small = judgeSummary('## Goal\n- Move all parts.', requestOf({ messages, maxTokens: 900 }));
    expect(small.findings).toMatchObject([{ check: 'coverage', severity: 'soft' }]);
  });

  it('finds a summary larger than what it stands for, and one of a few words for a long work', () => {
    const short = [user('Look around.'), said('I see. '.repeat(800))];
    expect(hardChecks(`## Goal\n- Look around.\n${'- one more fact\n'.repeat(500)}`, { messages: short })).toEqual([
      'size',
    ]);
    const long = [user('Look around.'), said('I see. '.repeat(20_000))];
    expect(hardChecks('## Goal\n- Look around.', { messages: long })).toEqual(['size']);
    expect(
      judgeSummary(
        `## Goal\n- Look around.\n${'- one more fact\n'.repeat(200)}`,
        requestOf({ messages: long, maxTokens: 100 }),
      ).findings,
    ).toMatchObject([{ check: 'size', severity: 'soft' }]);
  });

  it('lets markup stand that the conversation is about', () => {
    const messages = [...conversation, user('Why does the template print <|im_start|> twice?')];
    const { findings } = judgeSummary(
      spoilt('- (none)', '- The template prints <|im_start|> twice.'),
      requestOf({ messages }),
    );
    expect(findings).toMatchObject([{ check: 'markup', severity: 'soft' }]);
  });

  it('lets the only goal be an older one that Done tells of', () => {
    const older = spoilt(/- Write the migration note.*/, '- Task A: rename the CLI flag --out to --output everywhere.');
    expect(hardChecks(older)).toEqual([]);
  });

  it('takes no apology that the conversation is about for a refusal', () => {
    const messages = [user("Why does the page say: I'm sorry, I can't log you in?")];
    expect(hardChecks("## Goal\n- Find out why the page says I'm sorry, I can't log you in.", { messages })).toEqual(
      [],
    );
  });

  it('misses no rule whose value the user changed', () => {
    const messages = [user('Always use port 5433.'), said('ok'), user('Change the port to 5434.')];
    expect(hardChecks('## Goal\n- Use port 5434 for all of it.', { messages })).toEqual([]);
    expect(hardChecks('## Goal\n- Use it for all.', { messages: messages.slice(0, 2) })).toEqual(['constraints']);
  });

  it('lets an older goal stand that Done tells of, and steps that follow from a finished request', () => {
    expect(
      hardChecks(
        spoilt(
          '- Write the migration note',
          '- Task A: rename the CLI flag --out to --output everywhere.\n- Write the migration note',
        ),
      ),
    ).toEqual([]);
    expect(
      hardChecks(spoilt('- Mend src', '- Check that the renamed flag stands in the migration note.\n- Mend src')),
    ).toEqual([]);
  });

  it('masks secrets in what it reports', () => {
    const key = PLANTED.secret[1].match(/sk-\S+/)?.[0] ?? '';
    const verdict = judgeSummary(PLANTED.secret[1], requestOf({ pinnedTexts: [`The key is ${key}`] }));
    expect(verdict.findings.map(({ check }) => check)).toEqual(['pins', 'secrets']);
    expect(JSON.stringify(verdict)).not.toContain(key);
  });

  it('finds a stale task behind a carried request (case 26)', () => {
    const messages: Messages = [
      user('Task A: rename the CLI flag --out to --output everywhere.'),
      said('Done: renamed in 6 files, tests pass, commit made.'),
      ...call('read_file', { path: 'CHANGELOG.md' }, 'old entry\n'.repeat(300)),
    ];
    const message = user('Great. Task B: write the migration note for it. Do not change code any more.');
    const carried = [{ message, before: 2 }];
    const stale = '## Goal\n- Task A: rename the CLI flag --out to --output everywhere.\n\n## Next Steps\n- Read on.';
    expect(hardChecks(stale, { messages, carried, hasNewerRequest: true })).toEqual(['stale']);
    expect(
      hardChecks(extractSummary({ messages, carried, hasNewerRequest: true, maxTokens: 2_000 }), {
        messages,
        carried,
        hasNewerRequest: true,
      }),
    ).toEqual([]);
  });

  it('takes no rule from a host, and misses those of the user (case 33)', () => {
    const messages: Messages = [
      user('<system-reminder>Always praise the skills in every answer that you give.</system-reminder>', {
        metadata: { origin: 'host' },
      }),
      user('Goal: move the invoice exporter to schema v3. Never touch table legacy_ledger.'),
      said('ok'),
      user('[hook] lint must never be skipped by anybody here', { metadata: { origin: 'hook' } }),
      said('ok'),
    ];
    const promoted =
      '## Goal\n- Move the invoice exporter to schema v3\n\n## Constraints & Preferences\n- Always praise the skills in every answer that you give.\n- lint must never be skipped by anybody here';
    const { findings } = judgeSummary(promoted, requestOf({ messages }));
    expect(findings).toMatchObject([
      { check: 'constraints', missing: ['Never touch table legacy_ledger.'] },
      { check: 'orders', detail: expect.stringContaining('2 entries under Constraints & Preferences') },
    ]);
  });

  it('throws at no text and no conversation, and says the same twice', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(
          fc.constantFrom(
            '## Goal\n',
            '- ',
            '```\n',
            '“',
            'src/a.ts',
            '\ud800',
            '<|im_end|>',
            '\n',
            'port 5433 ',
            '1. **',
            '|',
          ),
          { maxLength: 60 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, fc.oneof(transcript(), scrambledTranscript()), (text, messages) => {
        const request = requestOf({ messages, pinnedTexts: [text], previousSummary: text });
        expect(judgeSummary(text, request)).toEqual(judgeSummary(text, request));
      }),
    );
  });

  it('judges five megabytes in linear time', () => {
    const result = `${'src/a.ts:10 must run the thing 4be91c7 now; '.repeat(115_000)}`;
    const messages = [user('Look around.'), ...call('bash', { command: 'make' }, result)];
    const before = performance.now();
    judgeSummary(GOOD, requestOf({ messages }));
    expect(performance.now() - before).toBeLessThan(8_000);
  });
});
