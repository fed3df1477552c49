import type { BenchRow, RowSetup } from '@hermes-context/eval';
import { peerVersion } from './installed-peers.ts';
import { behindSystem } from './langchain-agent.ts';
import { type LangChainMessage, langChainForm, type MessageClasses } from './langchain-messages.ts';
import { loadPeer } from './load-peer.ts';
import { openPeerSession } from './peer-session.ts';

interface ModelRequest {
  readonly messages: LangChainMessage[];
  readonly [field: string]: unknown;
}
type Handler = (request: ModelRequest) => Promise<LangChainMessage>;
interface Middleware {
  readonly contextEditingMiddleware: (options?: object) => {
    readonly wrapModelCall: (request: ModelRequest, handler: Handler) => Promise<unknown>;
  };
  readonly ClearToolUsesEdit: new (options: object) => object;
}

/**
 * `contextEditingMiddleware`: its hook `wrapModelCall` is called with a request, and what reaches the model is the list.
 * It edits the state's own list: in an agent with a checkpointer the cleared results stay cleared (tried with 1.5.14).
 */
export const langChainContextEditingRows: readonly BenchRow[] = [
  // At 100,000 tokens all results but the last 3 are cleared (source of 1.5.14, 3 December 2026).
  editingRow('default', ({ contextEditingMiddleware }) => contextEditingMiddleware()),
  // At the bench's threshold, and the last 5 kept, as in the class's own example.
  editingRow('tuned', ({ contextEditingMiddleware, ClearToolUsesEdit }, { thresholdTokens }) => {
    const edit = new ClearToolUsesEdit({ trigger: { tokens: thresholdTokens }, keep: { messages: 5 } });
    return contextEditingMiddleware({ edits: [edit] });
  }),
];

type Choice = (middleware: Middleware, setup: RowSetup) => ReturnType<Middleware['contextEditingMiddleware']>;

function editingRow(variant: BenchRow['variant'], choose: Choice): BenchRow {
  const can = { reach: false, undo: false, summarise: false };
  const open: BenchRow['open'] = async (setup) => {
    const names = ['contextEditingMiddleware', 'ClearToolUsesEdit'] as const;
    const { AIMessage } = await loadPeer<MessageClasses>('@langchain/core/messages', ['AIMessage']);
    const { wrapModelCall } = choose(await loadPeer<Middleware>('langchain', names), setup);
    const form = await langChainForm();
    const shape = (list: readonly LangChainMessage[]) =>
      behindSystem(list, async (messages) => {
        let seen = messages;
        await wrapModelCall({ messages, tools: [], state: { messages }, runtime: { context: {} } }, async (request) => {
          seen = request.messages;
          return new AIMessage({ content: '' });
        });
        return seen;
      });
    return openPeerSession({ setup, form, isLasting: true, shape });
  };
  return { name: 'langchain contextEditingMiddleware', variant, version: peerVersion('langchain'), can, open };
}
