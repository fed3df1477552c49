import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Messages, SummaryRequest } from '@hermes-context/contract';
import { isSummary, summaryBody } from '@hermes-context/messages';
import { readTranscript } from '@hermes-context/providers';
import { createSummarizer, judgeSummary } from '@hermes-context/summarizer';
import { describe, expect, it } from 'vitest';

// The recorded conversations in the repository; HERMES_DATA points the same tests at a folder with more.
const examples = fileURLToPath(new URL('../../examples/transcripts', import.meta.url));
// biome-ignore lint/style/noProcessEnv: the variable is for this test alone.
const files = transcriptsIn(process.env['HERMES_DATA'] ?? examples);
const signal = new AbortController().signal;

/** In English, for a user who writes Japanese, after a plan that was not recorded: no good summary. */
const IN_ANOTHER_LANGUAGE = 'claude-code-ja-docs-66.json';

describe.each([500, 2_000, 6_000])('the gate in front of local extracts of %i tokens', (maxTokens) => {
  const summarise = createSummarizer({ routes: [] });

  it.each(files)('keeps those of %s as they are, the first one and its update', async (file) => {
    const messages = messagesOf(file);
    const half = Math.floor(messages.length / 2);
    const first = await summarise({ messages: messages.slice(0, half), hasNewerRequest: true, maxTokens, signal });
    if (first.kind !== 'summary') throw new Error(first.detail);
    expect(first.gate?.verdict).toBe('keep');
    const update = await summarise({ messages: messages.slice(half), previousSummary: first.text, maxTokens, signal });
    expect(update).toMatchObject({ kind: 'summary', gate: { verdict: 'keep' } });
    const whole = await summarise({ messages, maxTokens, signal });
    expect(whole).toMatchObject({ kind: 'summary', gate: { verdict: 'keep' } });
  });
});

describe('the gate in front of recorded summaries', () => {
  it('lets those through that conversations hold by another tool', () => {
    for (const { file, index, body, request } of files.flatMap(recordedSummaries)) {
      const faults = judgeSummary(body, request).findings.filter(({ severity }) => severity === 'hard');
      expect({ file, index, faults }).toEqual({ file, index, faults: [] });
    }
  });
});

/** The summaries that a conversation holds by another tool, with what each one stands for. */
function recordedSummaries(file: string): readonly {
  readonly file: string;
  readonly index: number;
  readonly body: string;
  readonly request: Omit<SummaryRequest, 'signal'>;
}[] {
  if (basename(file) === IN_ANOTHER_LANGUAGE) return [];
  const messages = messagesOf(file);
  return messages.flatMap((message, index) => {
    const body = isSummary(message) && index > 0 ? summaryBody(message) : undefined;
    if (body === undefined) return [];
    const before = messages.slice(0, index).findLastIndex(isSummary);
    const previous = messages[before];
    const previousSummary = previous === undefined ? undefined : summaryBody(previous);
    const request = { messages: messages.slice(before + 1, index), maxTokens: 4_000 };
    return [{ file, index, body, request: previousSummary === undefined ? request : { ...request, previousSummary } }];
  });
}

function messagesOf(file: string): Messages {
  return readTranscript(readFileSync(file, 'utf8')).messages;
}

function transcriptsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return transcriptsIn(path);
    return entry.name.endsWith('.json') ? [path] : [];
  });
}
