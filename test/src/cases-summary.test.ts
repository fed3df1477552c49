import { contentText, isRealUser, isSummary } from '@hermes-context/messages';
import { createSummarizer } from '@hermes-context/summarizer';
import { startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { compactCase, compacted, talkative, textOfList } from './compact-case.ts';
import { loadCase } from './load-case.ts';

/** A model over HTTP, as a user has one. */
const routeTo = (url: string) => [{ label: 'auxiliary', model: 'fake-model', apiKey: 'k', baseUrl: url } as const];

describe('case 20: a middle that does not fit the summarizer', () => {
  it('covers exactly the messages that reached the summarizer', async () => {
    const { messages } = loadCase('20');
    let asked: readonly unknown[] = [];
    const outcome = await compactCase(messages, {
      protectFirst: 1,
      protectLast: 2,
      replies: [
        ({ originals = [] }) => {
          asked = originals;
          return '## Goal\nfacts';
        },
      ],
    });
    const { report } = compacted(outcome);
    expect(report?.covered.map((index) => messages[index])).toEqual(asked);
    expect(asked).toHaveLength(20);
  });
});

describe('case 27: secrets in the history', () => {
  it('lets none of them reach the model or the stored summary, and keeps what only looks like one', async () => {
    const { messages } = loadCase('27');
    const echo = (body: unknown) => ({ kind: 'reply', text: `## Goal\n${JSON.stringify(body)}` }) as const;
    await using provider = await startFakeProvider({ script: echo });
    const summarise = createSummarizer({ routes: routeTo(provider.url) });
    const outcome = await compactCase(talkative(messages), { protectFirst: 1, protectLast: 1, summarise });
    const sent = JSON.stringify(provider.requests.map(({ body }) => body));
    const stored = outcome.kind === 'compressed' ? (outcome.summary ?? '') : '';
    const secrets = [
      'Tr0ub4dor-EXAMPLE',
      'eyJhbGciOiJub25lIn0',
      'IAIOSFODNN7EXAMPLE',
      'wJalrXUtnFEMI',
      's3cr3t-EXAMPLE',
      'MIIEXAMPLEONLY',
      'EXAMPLEexampleEXAMPLEexample0123456789',
    ];
    for (const secret of secrets) {
      expect(sent).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });

  it('keeps the commit and the UUID in the local extract', async () => {
    const { messages } = loadCase('27');
    const summarise = createSummarizer({ routes: [] });
    const after = compacted(await compactCase(talkative(messages), { protectFirst: 1, protectLast: 1, summarise }));
    expect(after.summary).toContain('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b');
    expect(after.summary).not.toContain('Tr0ub4dor-EXAMPLE');
  });
});

describe('case 33: the goal of a genuine user', () => {
  it('keeps goal and rules of the user word for word, whatever little the model wrote', async () => {
    const messages = talkative(loadCase('33').messages);
    await using provider = await startFakeProvider({ script: { kind: 'reply', text: 'S' } });
    const summarise = createSummarizer({ routes: routeTo(provider.url) });
    const after = compacted(await compactCase(messages, { protectFirst: 1, protectLast: 2, summarise }));
    const text = textOfList(after.messages);
    expect(contentText(after.messages.find(isSummary)?.content ?? '')).toMatch(
      /## Goal\n- .*move the invoice exporter to schema v3/,
    );
    expect(text).toContain('Never touch table legacy_ledger.');
    expect(text).toContain('Also: commit messages must start with EXP-.');
    expect(after.messages.findLast(isRealUser)).toBe(messages[6]);
    expect(text).not.toContain('Skill list refreshed');
  });
});
