import type { EngineTool, Message } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import { echoSummarizer } from '@hermes-context/testing';
import { openStore } from '../store/lcm-store.fixture.ts';
import type { IngestMessage, LcmStore } from '../store/lcm-store.ts';
import { createTools, type ToolContext } from './create-tools.ts';

/** When the first message of a conversation was said; each one after it a minute later. */
const START = Date.UTC(2026, 0, 2, 3, 4, 5);
const MINUTE_MS = 60_000;

/** A store of a test, the tools over it, and how to fill it. */
export class ToolBench {
  readonly store: LcmStore;
  readonly context: ToolContext;
  readonly tools: readonly EngineTool[];

  constructor(store: LcmStore, given: Partial<ToolContext>) {
    this.store = store;
    this.context = {
      store: async () => store,
      sessionId: 's',
      family: () => [],
      summarise: echoSummarizer(),
      countTokens: estimateTokens,
      headroomTokens: () => 100_000,
      describeState: () => ['engine: lcm, all is well'],
      explore: (text) => `shape of ${text.length} characters`,
      ...given,
    };
    this.tools = createTools(this.context);
  }

  /** Store messages, or texts of a person; their entries. */
  async say(messages: readonly (string | Message)[], sessionId = 's'): Promise<readonly number[]> {
    const before = sessionId === 's' ? (await this.store.path('s')).length : 0;
    const list = messages.map((each, index): IngestMessage => {
      const message: Message = typeof each === 'string' ? { role: 'user', content: each } : each;
      return { message, tokens: estimateTokens(message), at: START + (before + index) * MINUTE_MS };
    });
    const { entries } = await this.store.ingest(sessionId, list, { delivery: 'added' });
    return entries.map(({ id }) => id);
  }

  leaf(entries: readonly number[], text = 'a summary', sessionId = 's'): Promise<string> {
    return this.store.addSummary({ sessionId, text, tokens: 5, level: 1, sources: { kind: 'entries', entries } });
  }

  condensed(summaries: readonly string[], text = 'a summary of summaries'): Promise<string> {
    const sources = { kind: 'summaries', summaries } as const;
    return this.store.addSummary({ sessionId: 's', text, tokens: 5, level: 1, sources });
  }

  async call(name: string, input: unknown, signal = new AbortController().signal): Promise<string> {
    const tool = this.tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`No tool ${name}.`);
    return tool.execute(input, { signal });
  }
}

/** A bench over a store in a folder of its own. */
export async function toolBench(given: Partial<ToolContext> = {}): Promise<ToolBench> {
  return new ToolBench(await openStore(), given);
}

/** One quotation of a result, its text as it was before it was fenced. */
export interface Quotation {
  readonly facts: string;
  readonly text: string;
}

/** The quotations of a result, as a careful reader takes them. */
export function quotationsOf(result: string): readonly Quotation[] {
  return Array.from(
    result.matchAll(/^<recalled([^>\n]*)>\n([\s\S]*?)\n<\/recalled>$/gm),
    ([, facts = '', text = '']) => ({
      facts,
      text: text.replaceAll(/<\\(?=\\*(?:\s*\/)?\s*recalled)/gi, '<'),
    }),
  );
}

/** The last line of a result. */
export function lastLineOf(result: string): string {
  return result.slice(result.lastIndexOf('\n') + 1);
}
