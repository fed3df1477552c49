import type { ContextEngine, ContextEnginePlugin, EngineServices } from '@hermes-context/contract';
import { describeCause } from './describe-cause.ts';
import { disposeEngine } from './dispose-engine.ts';
import { EngineCreateError } from './engine-create-error.ts';
import { readField } from './read-field.ts';
import { settle } from './settle.ts';
import { type Deadline, withDeadline } from './with-deadline.ts';

/** Time for an engine to open what it needs, such as a database. */
const CREATE_TIMEOUT_MS = 10_000;

const REQUIRED_METHODS: readonly string[] = ['updateFromResponse', 'shouldCompress', 'compress'];

const OPTIONAL_METHODS: readonly string[] = [
  'updateModel',
  'hasContentToCompress',
  'pruneOnly',
  'selectContext',
  'onTurnComplete',
  'onCommit',
  'status',
  'dispose',
];

/** What it takes to start the engine of one session. */
export interface EngineParts {
  readonly plugin: ContextEnginePlugin;
  /** What the plug-in's own `parseOptions` returned. */
  readonly options: unknown;
  readonly services: EngineServices;
  /** How long `create` may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

/** What came of starting an engine. Narrow on `kind`. */
export type EngineCreation =
  | { readonly kind: 'created'; readonly engine: ContextEngine }
  /** It threw, took too long, or is no engine: see `fallBackToBuiltIn`. */
  | { readonly kind: 'failed'; readonly error: EngineCreateError };

/** Start the engine of one session, and check that it can do what the contract asks. Never throws. */
export async function createEngine(parts: EngineParts): Promise<EngineCreation> {
  const { plugin, options, services, timeoutMs = CREATE_TIMEOUT_MS } = parts;
  const engine = plugin.name;
  const creating = settle(() => plugin.create(options, services));
  let created: Deadline<unknown>;
  try {
    created = await withDeadline(creating, timeoutMs);
  } catch (cause) {
    return failed({ engine, problem: `Its create threw: ${describeCause(cause)}`, cause });
  }
  if (created.kind === 'timed-out') {
    // Nobody will use it, so it must let go of what it opened. How that ends is of no interest: the failure is told already.
    creating.then(
      (late) => disposeEngine(late),
      () => undefined,
    );
    return failed({ engine, problem: `Its create did not end within ${timeoutMs} ms.` });
  }
  const problems = findEngineProblems(created.value);
  if (isEngine(created.value, problems)) return { kind: 'created', engine: created.value };
  await disposeEngine(created.value);
  return failed({ engine, problem: `What its create returned is no engine. ${problems.join(' ')}` });
}

function isEngine(_value: unknown, problems: readonly string[]): _value is ContextEngine {
  return problems.length === 0;
}

function findEngineProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['It is not an object.'];
  const missing = REQUIRED_METHODS.filter((method) => typeof readField(value, method) !== 'function');
  const odd = OPTIONAL_METHODS.filter((method) => {
    const member = readField(value, method);
    return member !== undefined && typeof member !== 'function';
  });
  const tools = readField(value, 'tools');
  return [
    ...missing.map((method) => `${method} must be a function.`),
    ...odd.map((method) => `${method} must be a function, or absent.`),
    ...(tools === undefined || Array.isArray(tools) ? [] : ['tools must be a list, or absent.']),
  ];
}

const failed = (facts: ConstructorParameters<typeof EngineCreateError>[0]): EngineCreation => ({
  kind: 'failed',
  error: new EngineCreateError(facts),
});
