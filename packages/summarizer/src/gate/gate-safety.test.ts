import type { SummaryRequest } from '@hermes-context/contract';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, said, user } from '../conversation.fixture.ts';
import { extractSummary } from '../extractive-summarizer.ts';
import { judgeSummary } from './judge-summary.ts';
import { passGate } from './pass-gate.ts';
import { conversation, GERMAN, GOOD, PLANTED, requestOf, SKELETON, spoilt } from './planted.fixture.ts';

describe('the gate, whatever comes', () => {
  it('never has to refuse an extract for what the conversation itself is like', async () => {
    const prose =
      'The user wants the exporter to be mended and the tests to be written for it, and that is all there is. ';
    const conversations: readonly Partial<SummaryRequest>[] = [
      { messages: [user("I'm sorry, I can't log in.")] },
      {
        messages: [user('Print it.'), ...call('bash', { command: 'seq' }, '1 2 3 4 5 6 7 8 9\n'.repeat(9_000))],
        maxTokens: 8_000,
      },
      {
        messages: [
          user('Bitte schreibe die Notiz für die Umstellung und lass die alte Tabelle dabei so, wie sie ist.'),
        ],
        previousSummary: `## Key Decisions\n${Array.from({ length: 9 }, (_, index) => `- ${index}: ${prose}`).join('\n')}`,
      },
      {
        messages: [
          user('Never use port 5433.'),
          said('ok'),
          user('Now use port 5434.'),
          said('ok'),
          user('Actually use port 5435.'),
        ],
      },
      {
        messages: [
          user('Bitte schreibe die Notiz für die Umstellung und lass die alte Tabelle dabei so, wie sie ist.'),
          ...call(
            'TodoWrite',
            {
              todos: Array.from({ length: 9 }, (_, index) => ({ content: `${index}: ${prose}`, status: 'pending' })),
            },
            'ok',
          ),
        ],
      },
      {
        messages: [
          user('Move all parts.'),
          ...Array.from({ length: 150 }, (_, index) =>
            call('edit_file', { path: `d${index}/${'deep/'.repeat(60)}part-${index}.ts` }, 'ok'),
          ).flat(),
        ],
        maxTokens: 1_000,
      },
      { messages: [user('Look at the list:\n- one of the'), said('It ends with (, and then and')] },
    ];
    for (const more of conversations) {
      const request = requestOf(more);
      const gated = await passGate({ request, written: extractSummary(request), complete: (text) => text });
      expect(gated.kind).toBe('summary');
      const mended = await passGate({ request, written: SKELETON, complete: (text) => text });
      expect(mended.kind).toBe('summary');
    }
  });

  it('gives only summaries that pass it, from any text on any conversation, and changes none of them again', async () => {
    const texts = fc.oneof(
      fc.constantFrom(...Object.values(PLANTED).map(([, text]) => text), GOOD, GERMAN, spoilt('- (none)', '```')),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            '## Goal\n',
            '## Done\n',
            '- ',
            '```\n',
            'src/ghost.ts',
            '\ud800',
            '<|im_end|>',
            '\n',
            'Never run port 5433 ',
            '1. **',
            '|',
            'and',
          ),
          { maxLength: 60 },
        )
        .map((parts) => parts.join('')),
    );
    const requests = fc.record({
      messages: fc.oneof(transcript(), scrambledTranscript(), fc.constant(conversation)),
      maxTokens: fc.integer({ min: 120, max: 4_000 }),
      pinnedTexts: fc.array(
        fc.oneof(fc.constantFrom('Keep it short.', 'a\n## Goal\nb', 'Use `x`'), fc.string({ maxLength: 40 })),
        { maxLength: 2 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(texts, requests, async (written, more) => {
        const request = requestOf(more);
        const gated = await passGate({ request, written, complete: (text) => text });
        if (gated.kind === 'refused') throw new Error(gated.detail);
        expect(judgeSummary(gated.text, request)).toMatchObject({ isGood: true });
        const again = await passGate({ request, written: gated.text, complete: (text) => text });
        expect(again).toMatchObject({ kind: 'summary', text: gated.text, report: { verdict: 'keep' } });
      }),
    );
  });
});
