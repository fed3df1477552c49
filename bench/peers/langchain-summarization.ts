import type { BenchRow, RowSetup } from '@hermes-context/eval';
import { countOnce } from './count-once.ts';
import { peerVersion } from './installed-peers.ts';
import { behindSystem } from './langchain-agent.ts';
import { type LangChainMessage, langChainForm } from './langchain-messages.ts';
import { loadPeer } from './load-peer.ts';
import { type NoteProblem, openPeerSession } from './peer-session.ts';

type Choice = (setup: RowSetup, count: (list: readonly LangChainMessage[]) => number) => object;
type Hook = (state: object, runtime: object) => Promise<{ readonly messages: readonly LangChainMessage[] } | undefined>;
interface Middleware {
  readonly summarizationMiddleware: (options: object) => { readonly beforeModel: Hook };
}
interface OpenAi {
  readonly ChatOpenAI: new (fields: object) => object;
}

/** `summarizationMiddleware`: its hook `beforeModel` is called with a state, and its update becomes the list. */
export const langChainSummarizationRows: readonly BenchRow[] = [
  // Keeps 20 messages, shows the model the last 4,000 tokens of the rest (source of 1.5.14, 3 December 2026); no default trigger.
  summarizationRow('default', ({ thresholdTokens }) => ({ trigger: { tokens: thresholdTokens } })),
  // Keeps a tenth of the window, as the same maintainers' deepagents does, and shows the model all that goes.
  summarizationRow('tuned', ({ thresholdTokens, windowTokens }, tokenCounter) => {
    const keep = { tokens: Math.floor(windowTokens / 10) };
    return { trigger: { tokens: thresholdTokens }, keep, trimTokensToSummarize: thresholdTokens, tokenCounter };
  }),
];

function summarizationRow(variant: BenchRow['variant'], options: Choice): BenchRow {
  const can = { reach: false, undo: false, summarise: true };
  const open: BenchRow['open'] = async (setup) => {
    const { summarizationMiddleware } = await loadPeer<Middleware>('langchain', ['summarizationMiddleware']);
    const { ChatOpenAI } = await loadPeer<OpenAi>('@langchain/openai', ['ChatOpenAI']);
    const form = await langChainForm();
    // No retries: a fault of the stand-in lasts. So each call has a connection of its own, which cannot have gone stale.
    const configuration = { baseURL: setup.summarizer.baseUrl, defaultHeaders: { connection: 'close' } };
    const client = { model: setup.summarizer.model, apiKey: 'none', maxRetries: 0, configuration };
    const chosen = { ...options(setup, countOnce(setup, form)), model: new ChatOpenAI(client) };
    const { beforeModel } = summarizationMiddleware(chosen);
    const shapeWith = (context: object) => (list: LangChainMessage[], note: NoteProblem) =>
      behindSystem(list, async (messages) => {
        const update = await beforeModel({ messages }, { context, signal: setup.signal });
        if (update === undefined) return messages;
        noteFailure(update.messages.find(isStanding), note);
        return update.messages.filter(isStanding);
      });
    const shapeNow = shapeWith({ trigger: { messages: 1 } }); // the documented way to choose anew at a call
    return openPeerSession({ setup, form, isLasting: true, shape: shapeWith({}), shapeNow });
  };
  return { name: 'langchain summarizationMiddleware', variant, version: peerVersion('langchain'), can, open };
}

const isStanding = (message: LangChainMessage): boolean => message.getType() !== 'remove';

function noteFailure(summary: LangChainMessage | undefined, note: NoteProblem): void {
  const text = String(summary?.content).split('\n\n').slice(1).join('\n\n').trim();
  if (text === '' || text.startsWith('Error generating summary')) note(`History was replaced by: "${text}".`);
}
