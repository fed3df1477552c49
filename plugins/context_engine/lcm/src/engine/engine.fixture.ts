import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineServices,
  Message,
  Messages,
} from '@hermes-context/contract';
import { type TestServices, testServices } from '@hermes-context/testing';
import { afterEach } from 'vitest';
import { contextEngine } from '../index.ts';
import type { LcmStore } from '../store/lcm-store.ts';
import { openLcmStore } from '../store/open-lcm-store.ts';

const undo: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** An engine of a session, its services, and the store that it writes to. */
export interface EngineBench {
  readonly engine: ContextEngine;
  readonly services: TestServices;
  /** Another hold of the engine's store, once all that was said is in it. */
  readonly store: () => Promise<LcmStore>;
  readonly compress: (messages: Messages, more?: Partial<CompressRequest>) => Promise<CompressOutcome>;
  readonly call: (tool: string, input: unknown) => Promise<string>;
}

/** A folder that goes with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lcm-engine-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine in a folder of its own, disposed of after the test. */
export async function engineBench(
  given: Partial<EngineServices> = {},
  options: Record<string, unknown> = {},
): Promise<EngineBench> {
  const services = testServices({ dataDir: newFolder(), ...given });
  const engine = await contextEngine.create(contextEngine.parseOptions(options), services);
  undo.push(() => engine.dispose?.());
  const { signal } = new AbortController();
  const call = async (name: string, input: unknown): Promise<string> => {
    const tool = engine.tools?.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`No tool ${name}.`);
    return tool.execute(input, { signal });
  };
  return {
    engine,
    services,
    store: async () => {
      await call('lcm_status', {}); // it answers once all is stored
      const store = await openLcmStore({ file: join(services.dataDir, 'lcm.db'), now: () => services.clock.now() });
      undo.push(() => store.close());
      return store;
    },
    compress: (messages, more = {}) => engine.compress({ messages, signal, ...more }),
    call,
  };
}

/** The list of an outcome that must have one. */
export function listOf(outcome: CompressOutcome): Messages {
  if (outcome.kind !== 'compressed') throw new Error(`unchanged: ${outcome.reason} ${outcome.detail}`);
  return outcome.messages;
}

/** A call of a tool and its result. */
export function round(callId: string, result: string, name = 'terminal'): Messages {
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: callId, type: 'function', function: { name, arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: callId, content: result },
  ];
}

/** Turns of a person and a model, each of about so many tokens. */
export function turns(count: number, tokens = 100, from = 1): Messages {
  return Array.from({ length: count }, (_, index): Messages => {
    const text = `Step ${from + index}: ${'the build of the parser goes on '.repeat(Math.ceil(tokens / 14))}`;
    return [
      { role: 'user', content: `Please do step ${from + index}. ${text}` },
      { role: 'assistant', content: `Done. ${text}` },
    ];
  }).flat();
}

/** A list as a host stores it: each message with an id of its own. */
export function withIds(messages: Messages, from = 1): Messages {
  return messages.map((message: Message, index) => ({
    ...message,
    _context: { ...message._context, id: `h${from + index}` },
  }));
}
