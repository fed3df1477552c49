import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Messages } from '@hermes-context/contract';
import { buildLedger, groupMessages, type Ledger, parseLedger, pathKey } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { completeSummary } from '../complete-summary.ts';
import { extractSummary } from '../extractive-summarizer.ts';
import { parseSections } from '../summary-sections.ts';
import { ARTIFACT_KEYS, type ArtifactKey } from './artifact-key.fixture.ts';
import { readLedger } from './read-ledger.ts';

const examples = fileURLToPath(new URL('../../../../examples/transcripts/', import.meta.url));
const COMPACTIONS = 5;

function messagesOf({ transcript }: ArtifactKey): Messages {
  const recorded: { readonly messages: Messages } = JSON.parse(readFileSync(`${examples}${transcript}.json`, 'utf8'));
  return recorded.messages;
}

/** The conversation in pieces of whole groups. */
function piecesOf(messages: Messages): readonly Messages[] {
  const groups = groupMessages(messages);
  const size = Math.ceil(groups.length / COMPACTIONS);
  return Array.from({ length: COMPACTIONS }, (_, index) => {
    const start = groups[index * size]?.start ?? messages.length;
    return messages.slice(start, groups[(index + 1) * size]?.start ?? messages.length);
  });
}

/** Path and action, one text each. */
function artifactsOf({ files }: Ledger, root: string): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ path, counts }) =>
      Object.keys(counts).map((action) => `${action === 'created' ? 'written' : action} ${pathKey(path, root)}`),
    ),
  );
}

function f1(found: ReadonlySet<string>, key: ReadonlySet<string>): number {
  const hits = [...found].filter((each) => key.has(each)).length;
  return hits === 0 ? 0 : (2 * hits) / (found.size + key.size);
}

function score(ledger: Ledger, { root, files }: ArtifactKey): number {
  return f1(artifactsOf(ledger, root), artifactsOf(parseLedger(files).ledger, root));
}

function summaryLedger(summary: string): Ledger {
  return readLedger(parseSections(summary)).ledger;
}

function afterCompactions(
  key: ArtifactKey,
  summarise: (messages: Messages, previousSummary: string) => string,
): Ledger {
  return summaryLedger(piecesOf(messagesOf(key)).reduce((previous, piece) => summarise(piece, previous), ''));
}

describe.each(ARTIFACT_KEYS)('the files of $transcript', (key) => {
  const whole = buildLedger(messagesOf(key));
  const isAll = (ledger: Ledger): void => {
    expect(artifactsOf(ledger, key.root)).toEqual(artifactsOf(whole, key.root));
  };

  it('are in the ledger with what was done to them, by F1 against a key made by hand', () => {
    // What programs did by themselves is in the key and in no call: 3 of 14 in the one, 6 of 49 in the other.
    expect(score(whole, key)).toBeGreaterThan(0.87);
  });

  it(`are all in an extract after ${COMPACTIONS} compactions`, () => {
    isAll(
      afterCompactions(key, (messages, previousSummary) =>
        extractSummary({ messages, previousSummary, maxTokens: 2_000 }),
      ),
    );
  });

  it(`are all in a summary by a model that names no file after ${COMPACTIONS} compactions`, () => {
    const { signal } = new AbortController();
    isAll(
      afterCompactions(key, (messages, previousSummary) =>
        completeSummary('## Goal\nDone.', { messages, previousSummary, maxTokens: 8_000, signal }),
      ),
    );
  });
});
