import type { AssistantMessage, Messages } from '@hermes-context/contract';
import type { HostTool, TriggerSite } from '@hermes-context/host';
import { vi } from 'vitest';
import {
  callOf,
  type FaultWorld,
  type FaultWorldOptions,
  longText,
  type ToyModel,
  toyModel,
} from './fault-matrix.fixture.ts';

/** One place where a compaction starts, and a session in which it does. */
export interface FaultSite {
  readonly site: TriggerSite;
  readonly compression: object;
  readonly seeds: number;
  readonly limits?: FaultWorldOptions['limits'];
  readonly tools?: readonly HostTool[];
  readonly model: () => ToyModel;
  /** Where compactions start, one after another, as long as each of them fails. Also the bound of summary calls. */
  readonly tries: readonly TriggerSite[];
  /** Whether a failure makes it wait; where nothing can be sent without it, the next try is at the next turn. */
  readonly waits: boolean;
  /**
   * Have it start.
   *
   * @returns What the caller is told as the result, in words, where it could not go on without the compaction.
   */
  readonly act: (world: FaultWorld) => Promise<string | undefined>;
}

const WINDOW = 6_000;
const NEVER = { threshold: 1 } as const;

async function turn({ session, onEvent }: FaultWorld, origin?: 'outside'): Promise<string | undefined> {
  const result = await session.runTurn('And now?', { onEvent, ...(origin === undefined ? {} : { origin }) });
  return result.kind === 'completed' ? undefined : `${result.kind}: ${result.error?.message ?? ''}`;
}

const readFile: HostTool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: {} },
  execute: async () => longText(),
};

let calls = 0;

/** Reads a file, and then says what it found. */
function afterReading(messages: Messages): Partial<AssistantMessage> {
  if (messages.at(-1)?.role === 'tool') return {};
  calls += 1;
  return { content: '', tool_calls: [callOf('read_file', `read_${calls}`)] };
}

/** Nothing but a warning or a commit shows that the quiet time was used. */
async function idleCompaction(world: FaultWorld): Promise<string | undefined> {
  const { host, warnings } = world;
  const told = warnings.length;
  let committed = 0;
  const stop = host.events.on('session:compress', () => {
    committed += 1;
  });
  const problem = await turn(world);
  const isHeard = (): void => {
    if (warnings.length === told && committed === 0) throw new Error('Nothing was heard of a compaction.');
  };
  await vi.waitFor(isHeard, { timeout: 10_000, interval: 1 });
  stop();
  return problem;
}

export const FAULT_SITES: readonly FaultSite[] = [
  {
    site: 'turn-start',
    compression: { threshold: 0.5 },
    seeds: 8,
    model: () => toyModel({ windowTokens: WINDOW }),
    tries: ['turn-start'],
    waits: true,
    act: (world) => turn(world),
  },
  {
    site: 'after-tools',
    compression: { threshold: 0.5 },
    seeds: 4,
    tools: [readFile],
    model: () => toyModel({ windowTokens: WINDOW, answer: afterReading }),
    tries: ['after-tools'],
    waits: true,
    act: (world) => turn(world),
  },
  {
    site: 'before-request',
    compression: NEVER,
    seeds: 16,
    model: () => toyModel({ windowTokens: WINDOW }),
    tries: ['turn-start', 'before-request'],
    waits: false,
    act: (world) => turn(world),
  },
  {
    site: 'overflow',
    compression: NEVER,
    seeds: 8,
    model: () => toyModel({ windowTokens: WINDOW, refusesAbove: 3_000 }),
    tries: ['overflow'],
    waits: false,
    act: (world) => turn(world),
  },
  {
    site: 'model-switch',
    compression: { threshold: 0.9 },
    seeds: 8,
    model: () => toyModel({ windowTokens: WINDOW }),
    tries: ['model-switch'],
    waits: false,
    async act({ session, onEvent }) {
      const switched = await session.switchModel(toyModel({ windowTokens: 3_000 }), { onEvent });
      return switched.kind === 'switched' ? undefined : switched.detail;
    },
  },
  {
    site: 'idle',
    compression: { threshold: 0.5 },
    seeds: 4,
    limits: { idleCompactionMs: 1 },
    model: () => toyModel({ windowTokens: WINDOW, answer: () => ({ content: longText() }) }),
    tries: ['idle'],
    waits: true,
    act: idleCompaction,
  },
  {
    site: 'manual',
    compression: NEVER,
    seeds: 8,
    model: () => toyModel({ windowTokens: WINDOW }),
    tries: ['manual'],
    waits: false,
    async act({ session, onEvent }) {
      await session.compact({ onEvent });
      return undefined;
    },
  },
  {
    site: 'hygiene',
    compression: NEVER,
    seeds: 12,
    model: () => toyModel({ windowTokens: WINDOW }),
    tries: ['hygiene'],
    waits: true,
    act: (world) => turn(world, 'outside'),
  },
];
