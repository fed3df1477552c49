import type { ContextEngine, Messages } from '@hermes-context/contract';
import type { Deadline } from './deadline.ts';

/**
 * The same watcher, told once of a list that an engine gets several times in a row: to hand a long list on may take
 * longer than what is looked at.
 */
export function tellOnce(onTry: Watch['onTry']): Watch['onTry'] {
  if (onTry === undefined) return undefined;
  let last: Messages | undefined;
  return (messages) => {
    if (messages !== last) onTry(messages);
    last = messages;
  };
}

/** Who wants to know what an engine is given, and how long to wait for its answers. */
export interface Watch {
  readonly deadline: Deadline;
  readonly onTry: ((messages: Messages) => void) | undefined;
}

/** Members whose answer is waited for. */
const SLOW_MEMBERS: ReadonlySet<PropertyKey> = new Set(['compress', 'onCommit', 'dispose']);

/** The same engine, but for a deadline on what it promises, and a word to the watcher before it gets a list. */
export function watchEngine(engine: ContextEngine, watch: Watch): ContextEngine {
  // A target of our own: the engine may be frozen, and a proxy must not say otherwise of what a frozen object holds.
  return new Proxy<ContextEngine>(STAND_IN, {
    has: (_, key) => Reflect.has(engine, key),
    get: (_, key) => {
      const member: unknown = Reflect.get(engine, key, engine);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]) => {
        if (watch.onTry !== undefined) tell(given[0], watch.onTry);
        const answer: unknown = Reflect.apply(member, engine, given);
        return SLOW_MEMBERS.has(key) ? watch.deadline.wait(`${String(key)}()`, answer) : answer;
      };
    },
  });
}

const STAND_IN: ContextEngine = {
  updateFromResponse: () => undefined,
  shouldCompress: () => false,
  compress: async () => ({ kind: 'unchanged', reason: 'declined' }),
};

function tell(given: unknown, onTry: (messages: Messages) => void): void {
  const messages = isRequest(given) ? given.messages : given;
  if (isList(messages)) onTry(messages);
}

function isRequest(value: unknown): value is { readonly messages: unknown } {
  return typeof value === 'object' && value !== null && 'messages' in value;
}

function isList(value: unknown): value is Messages {
  return Array.isArray(value);
}
