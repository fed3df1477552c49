import type { Messages, SummaryRequest } from '@hermes-context/contract';
import type { Pin } from '@hermes-context/messages';
import { scriptedSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { CurrentPins } from './current-pins.ts';

const RULE = 'Never touch table legacy_ledger.';
const pinOf = (text: string, messageId: string): Pin => ({
  id: text,
  kind: 'constraint',
  origin: 'user',
  messageId,
  text,
});

const messages: Messages = [
  { role: 'user', content: `Build it. ${RULE} yes`, _context: { id: 's:1' } },
  { role: 'assistant', content: 'Done.', _context: { id: 's:2' } },
];

async function toldOf(
  pins: readonly Pin[],
  { maxTokens = 100, given = {} }: { readonly maxTokens?: number; readonly given?: object } = {},
) {
  const summarise = scriptedSummarizer(['S']);
  const current = new CurrentPins();
  current.take(pins, maxTokens);
  const request: SummaryRequest = { messages, maxTokens: 100, signal: new AbortController().signal, ...given };
  await current.tell(summarise)(request);
  return summarise.requests[0]?.pinnedTexts;
}

describe('a summarizer', () => {
  it('is told of the pins in what it summarises, and of no others', async () => {
    const elsewhere = pinOf('Never push to main at all.', 's:9');
    expect(await toldOf([pinOf(RULE, 's:1'), elsewhere, pinOf('yes', 's:1'), pinOf('legacy_ledger.', 's:1')])).toEqual([
      RULE,
    ]);
    expect(await toldOf([elsewhere])).toBeUndefined();
    expect(await toldOf([pinOf(RULE, 's:1')], { maxTokens: 2 })).toBeUndefined();
  });

  it('is told of what the engine asks for too', async () => {
    expect(await toldOf([pinOf(RULE, 's:1')], { given: { pinnedTexts: ['Port 8081 only.'] } })).toEqual([
      'Port 8081 only.',
      RULE,
    ]);
  });
});
