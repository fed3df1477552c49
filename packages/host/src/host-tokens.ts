import 'reflect-metadata'; // tsyringe does not load without it
import type { Clock } from '@hermes-context/contract';
import type { EventBus, HostEvents } from '@hermes-context/core';
import type { ChatModel } from '@hermes-context/providers';
import type { SessionStore } from '@hermes-context/sessions';
import type { InjectionToken } from 'tsyringe';
import type { SummaryMeter } from './compaction/summary-meter.ts';
import type { EngineDesk } from './engine-desk.ts';
import type { HostLimits, HostOptions } from './host-types.ts';
import type { LiveList } from './live-list.ts';
import type { SessionCore } from './session-core.ts';

/** What every session of a host shares. Resolved from the host's container. */
export const HostOptionsToken: InjectionToken<HostOptions> = Symbol('hermes-context.host-options');
export const HostLimitsToken: InjectionToken<HostLimits> = Symbol('hermes-context.host-limits');
export const SessionStoreToken: InjectionToken<SessionStore> = Symbol('hermes-context.session-store');
export const EventBusToken: InjectionToken<EventBus<HostEvents>> = Symbol('hermes-context.event-bus');
export const ClockToken: InjectionToken<Clock> = Symbol('hermes-context.clock');
export const ChatModelToken: InjectionToken<ChatModel> = Symbol('hermes-context.chat-model');

/** What belongs to one session. Resolved from the child container that a host makes for it. */
export const LiveListToken: InjectionToken<LiveList> = Symbol('hermes-context.live-list');
export const EngineDeskToken: InjectionToken<EngineDesk> = Symbol('hermes-context.engine-desk');
export const SummaryMeterToken: InjectionToken<SummaryMeter> = Symbol('hermes-context.summary-meter');
export const SessionCoreToken: InjectionToken<SessionCore> = Symbol('hermes-context.session-core');
