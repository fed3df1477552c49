import type { CompactionReport } from '@hermes-context/host';
import { describe, expect, it } from 'vitest';
import { compactionLine } from './compaction-line.ts';

const receipt = {
  sessionId: 's2',
  revision: 2,
  inPlace: true,
  key: 'k',
  oldSessionId: '',
  compressionCount: 1,
  engine: 'compressor',
  covered: [],
  coveredMessages: 30,
  messagesBefore: 41,
  messagesAfter: 12,
  tokensBefore: 6_210,
  tokensAfter: 2_034,
  at: 0,
};

const compacted: Extract<CompactionReport, { kind: 'compacted' }> = {
  kind: 'compacted',
  site: 'turn-start',
  receipt,
  summary: { source: 'model', tokens: 410 },
  summaryUsage: { calls: 1, promptTokens: 3_120, completionTokens: 410 },
  warnings: [],
  ms: 2_100,
};

const unchanged: Extract<CompactionReport, { kind: 'unchanged' }> = {
  kind: 'unchanged',
  site: 'manual',
  reason: 'nothing-to-compress',
  detail: 'Everything is protected.',
  summaryUsage: { calls: 0, promptTokens: 0, completionTokens: 0 },
  warnings: [],
  ms: 3,
};

describe('compactionLine', () => {
  it('says before and after, what the summary cost, and how to take it back', () => {
    expect(compactionLine(compacted)).toBe(
      '⟳ compacted 41 → 12 messages, 6,210 → 2,034 tokens (summary by the model, 1 call, 3,120 + 410 tokens, 2.1 s) · /undo takes it back',
    );
  });

  it('names no cost that there was not', () => {
    const summaryUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };
    const summary = { source: 'extractive' as const, tokens: 200 };
    expect(compactionLine({ ...compacted, summary, summaryUsage, ms: 12 })).toBe(
      '⟳ compacted 41 → 12 messages, 6,210 → 2,034 tokens (summary extracted locally, 12 ms) · /undo takes it back',
    );
    const { summary: _, ...without } = compacted;
    expect(compactionLine({ ...without, summaryUsage })).toContain('(without a summary, 2.1 s)');
  });

  it('says after how many requests it has paid for what the cache lost by it, and nothing where that is at once or never', () => {
    const economy = { savesPerRequest: 410, costsNow: 2_500, paysAfterRequests: 7 };
    expect(compactionLine({ ...compacted, economy })).toContain('· pays after 7 requests · /undo takes it back');
    expect(compactionLine({ ...compacted, economy: { ...economy, paysAfterRequests: 0 } })).not.toContain('pays');
    expect(compactionLine({ ...compacted, economy: { ...economy, paysAfterRequests: undefined } })).not.toContain(
      'pays',
    );
  });

  it('names the session in which a rotation goes on', () => {
    expect(compactionLine({ ...compacted, receipt: { ...receipt, inPlace: false, oldSessionId: 's1' } })).toContain(
      '· goes on as s2 · /undo',
    );
  });

  it('gives the reason of one that changed nothing, in one line without control characters', () => {
    expect(compactionLine(unchanged)).toBe('⟳ not compacted: Everything is protected.');
    const summaryUsage = { calls: 2, promptTokens: 900, completionTokens: 0 };
    expect(compactionLine({ ...unchanged, detail: 'The model\n\u001b[2Jfailed.', summaryUsage })).toBe(
      '⟳ not compacted: The model failed. (2 calls, 900 + 0 tokens, 3 ms)',
    );
  });
});
