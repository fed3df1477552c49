import type { CompressOutcome, ContextEngine, Message, Messages } from '@hermes-context/contract';
import { createMemorySessionStore, type Lease, type SessionStore } from '@hermes-context/sessions';
import { echoSummarizer } from '@hermes-context/testing';
import { type CompactionJob, type CompactionParts, compactSession } from './compaction/compact-session.ts';
import { meterSummaries } from './compaction/summary-meter.ts';
import type { ListCompactionReport } from './compaction-report.ts';
import { EngineDesk } from './engine-desk.ts';

/** A conversation that an engine can make smaller. */
export const CONVERSATION: Messages = [
  { role: 'system', content: 'Help.' },
  { role: 'user', content: 'First question.' },
  { role: 'assistant', content: 'A long answer. '.repeat(20) },
  { role: 'user', content: 'Newest question.' },
];

/** Keeps the system prompt and what the user said last. */
export const drop: ContextEngine['compress'] = async ({ messages }) => ({
  kind: 'compressed',
  messages: messages.filter((message, index) => message.role === 'system' || index === messages.length - 1),
});

export interface BenchOptions {
  /** What the engine does. Default: {@link drop}. */
  readonly compress?: (...given: Parameters<ContextEngine['compress']>) => unknown;
  readonly engine?: Partial<ContextEngine>;
  /** Methods of the store that behave otherwise. */
  readonly store?: (store: SessionStore) => Partial<SessionStore>;
  readonly messages?: Messages;
  readonly parts?: Partial<CompactionParts>;
  readonly now?: () => number;
}

/** One session in a real store, and an engine beside it. */
export async function compactionBench(options: BenchOptions = {}) {
  const { compress = drop, engine = {}, messages = CONVERSATION, now } = options;
  const plain = createMemorySessionStore(now === undefined ? {} : { monotonic: now });
  const leases: Lease[] = [];
  const store: SessionStore = {
    ...plain,
    async acquireLease(request) {
      const taken = await plain.acquireLease(request);
      if (taken.kind === 'acquired') leases.push(taken.lease);
      return taken;
    },
    ...options.store?.(plain),
  };
  const { id } = await plain.create({ title: 'Work', goal: { text: 'Ship it' } });
  await plain.append(id, messages);
  const warnings: string[] = [];
  const desk = new EngineDesk({
    engine: {
      updateFromResponse: () => undefined,
      shouldCompress: () => true,
      ...engine,
      compress: async (request) => (await compress(request)) as CompressOutcome,
    },
    name: 'toy',
    onWarning: (warning) => warnings.push(warning),
    commitTimeoutMs: 20,
  });
  const parts: CompactionParts = {
    store,
    desk,
    meter: meterSummaries(echoSummarizer()),
    holder: 'test 1 on here',
    model: 'scripted',
    inPlace: true,
    timeoutMs: 5_000,
    leaseTtlMs: 60_000,
    systemPrompt: async () => 'Help.',
    ...options.parts,
  };
  const job: CompactionJob = {
    sessionId: id,
    site: 'manual',
    work: 'compact',
    promptTokens: 500,
    overheadTokens: 50,
    force: true,
    signal: new AbortController().signal,
  };
  return {
    id,
    desk,
    parts,
    warnings,
    /** Without the faults. */
    store: plain,
    /** The newest lease that was handed out. */
    lease: (): Lease => {
      const lease = leases.at(-1);
      if (lease === undefined) throw new Error('Nobody has taken a lease yet.');
      return lease;
    },
    run: (change: Partial<CompactionJob> = {}): Promise<ListCompactionReport> =>
      compactSession(parts, { ...job, ...change }),
    texts: async (sessionId: string = id): Promise<readonly Message['content'][]> =>
      (await plain.load(sessionId)).messages.map(({ content }) => content),
  };
}
