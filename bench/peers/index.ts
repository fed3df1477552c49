import type { BenchRow } from '@hermes-context/eval';
import { aiPruneRows } from './ai-prune.ts';
import { PEER_ENVIRONMENT } from './environment.ts';
import { findPeerProblem } from './installed-peers.ts';
import { langChainContextEditingRows } from './langchain-context-editing.ts';
import { langChainSummarizationRows } from './langchain-summarization.ts';
import { langChainTrimRows } from './langchain-trim.ts';
import { mastraTokenLimiterRows } from './mastra-token-limiter.ts';
import { mastraToolCallFilterRows } from './mastra-tool-call-filter.ts';

/**
 * The rows of all peers; none when one is not installed at its pin, with the reason as one sentence to `onMissing`, which is
 * standard error if nothing is given.
 * Sets the environment variables of `PEER_ENVIRONMENT` for this process, which stay. A row loads its peer when it is opened.
 */
export async function benchRows(onMissing: (reason: string) => void = toStandardError): Promise<readonly BenchRow[]> {
  const problem = findPeerProblem();
  if (problem !== undefined) {
    onMissing(problem);
    return [];
  }
  // biome-ignore lint/style/noProcessEnv: the peers read it when they are loaded, and this is the only way to all of them
  Object.assign(process.env, PEER_ENVIRONMENT);
  return [
    ...langChainTrimRows,
    ...langChainSummarizationRows,
    ...langChainContextEditingRows,
    ...aiPruneRows,
    ...mastraTokenLimiterRows,
    ...mastraToolCallFilterRows,
  ];
}

function toStandardError(reason: string): void {
  process.stderr.write(`Without peers: ${reason}\n`);
}
