import 'reflect-metadata'; // tsyringe does not load without it
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@hermes-context/contract';
import { createEventBus, type EventBus, type HostEvents } from '@hermes-context/core';
import {
  createMemorySessionStore,
  findTip,
  type NewSession,
  type Session,
  type SessionStore,
} from '@hermes-context/sessions';
import { type DependencyContainer, container as root } from 'tsyringe';
import { AgentSession } from './agent-session.ts';
import { HostClosedError } from './host-errors.ts';
import { settleLimits } from './host-limits.ts';
import {
  ChatModelToken,
  ClockToken,
  EventBusToken,
  HostLimitsToken,
  HostOptionsToken,
  SessionStoreToken,
} from './host-tokens.ts';
import type { Host, HostOptions, HostSession } from './host-types.ts';
import { openSession, systemPromptOf } from './open-session.ts';

/**
 * Make a host: what runs conversations around a model, an engine and a store. Nothing is asked of the network, and
 * nothing is written, before the first session.
 *
 * @throws InvalidOptionError - For a limit that is none.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  return new AgentHost(options);
}

class AgentHost implements Host {
  readonly events: EventBus<HostEvents>;
  readonly store: SessionStore;
  readonly #options: HostOptions;
  readonly #container: DependencyContainer;
  readonly #ownsStore: boolean;
  readonly #open = new Set<AgentSession>();
  /** By id, so that two who ask at once get the same one. */
  readonly #opening = new Map<string, Promise<AgentSession>>();
  #isClosed = false;

  constructor(options: HostOptions) {
    const { onWarning = () => undefined } = options;
    this.#options = options;
    this.#ownsStore = options.store === undefined;
    this.store = options.store ?? createMemorySessionStore();
    this.events =
      options.events ??
      createEventBus<HostEvents>({ onListenerError: ({ event }) => onWarning(`A listener to ${event} failed.`) });
    this.#container = (options.container ?? root).createChildContainer();
    this.#container.register(HostOptionsToken, { useValue: options });
    this.#container.register(HostLimitsToken, { useValue: settleLimits(options.limits) });
    this.#container.register(SessionStoreToken, { useValue: this.store });
    this.#container.register(EventBusToken, { useValue: this.events });
    this.#container.register(ClockToken, { useValue: options.clock ?? { now: () => Date.now() } });
    this.#container.register(ChatModelToken, { useValue: options.model });
  }

  async newSession(session: NewSession = {}): Promise<HostSession> {
    this.#refuseClosed();
    const created = await this.store.create(session);
    const prompt = await systemPromptOf(this.#options);
    const opening: Message[] = prompt === undefined || prompt === '' ? [] : [{ role: 'system', content: prompt }];
    if (opening.length > 0) await this.store.append(created.id, opening);
    return this.#share(created);
  }

  async resumeSession(sessionId: string): Promise<HostSession> {
    this.#refuseClosed();
    return this.#share(await findTip(this.store, sessionId));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#opening.values());
    await Promise.all(Array.from(this.#open, (session) => session.close()));
    await this.#container.dispose();
    if (this.#ownsStore) await this.store.close();
  }

  #share(session: Session): Promise<AgentSession> {
    for (const open of this.#open) if (open.id === session.id && !open.isClosed) return Promise.resolve(open);
    const known = this.#opening.get(session.id);
    if (known !== undefined) return known;
    const opening = this.#make(session).finally(() => this.#opening.delete(session.id));
    this.#opening.set(session.id, opening);
    return opening;
  }

  async #make(session: Session): Promise<AgentSession> {
    const container = this.#container.createChildContainer();
    const core = await openSession({
      container,
      session,
      holder: `${this.#options.platform ?? 'host'} ${process.pid} on ${hostname()}`,
      dataDir: this.#options.dataDir ?? join(tmpdir(), 'hermes-context'),
      onWarning: (warning) => this.#options.onWarning?.(warning),
    });
    const opened = new AgentSession(core, () => {
      this.#open.delete(opened);
      void container.dispose();
    });
    this.#open.add(opened);
    return opened;
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new HostClosedError('This host');
  }
}
