export type { CompactionRefusal, CompactionReport, TriggerSite } from './compaction-report.ts';
export { createHost } from './create-host.ts';
export { HostClosedError, TurnFailedError, WindowFullError, type WindowFullFacts } from './host-errors.ts';
export type {
  CacheStatus,
  CompactOptions,
  ContextMap,
  Host,
  HostEngine,
  HostLimits,
  HostOptions,
  HostSession,
  HostTool,
  HostToolCall,
  ModelSwitch,
  NextRequest,
  PinOptions,
  PrepareOptions,
  SessionStatus,
  SwitchOptions,
  TurnEvent,
  TurnOptions,
  TurnResult,
} from './host-types.ts';
export type { PinCounts } from './pins/keep-in-answer.ts';
export { addSessionPin, MAX_PIN_CHARS, removeSessionPin, sessionPins } from './pins/session-pins.ts';
export { chooseRoutes, type RouteChoice, type RouteFacts } from './summary-route/choose-routes.ts';
export { listModels } from './summary-route/list-models.ts';
export {
  customEndpoint,
  type Endpoint,
  type EndpointChoice,
  type Env,
  isAnthropicAddress,
  mainEndpoint,
} from './summary-route/route-endpoints.ts';
export {
  decideTrigger,
  type TriggerFacts,
  type TriggerRefusal,
  type TriggerVerdict,
} from './triggers/decide-trigger.ts';
