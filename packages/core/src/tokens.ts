import 'reflect-metadata'; // tsyringe does not load without it
import type { ContextEnginePlugin } from '@hermes-context/contract';
import type { InjectionToken } from 'tsyringe';
import type { EngineRegistry, RegisteredEngine } from './engine-registry.ts';

/** The registry, resolved from {@link EngineRegistry.container} or a child of it. */
export const EngineRegistryToken: InjectionToken<EngineRegistry> = Symbol('hermes-context.engine-registry');

/** The plug-in that every fallback ends at. */
export const BuiltInEngineToken: InjectionToken<ContextEnginePlugin> = Symbol('hermes-context.built-in-engine');

/** Each engine that a plug-in registered; several, so resolve them with `resolveAll`. */
export const RegisteredEngineToken: InjectionToken<RegisteredEngine> = Symbol('hermes-context.registered-engine');
