export {
  createGatewayApp,
  type GatewayApp,
  type GatewayAppOptions,
  type GatewayLimits,
  type GatewayRequestLine,
} from './http/create-gateway-app.ts';
export type { GatewayErrorJson } from './http/explain-error.ts';
export { GatewayUnusableError } from './http/gateway-errors.ts';
export type { GatewayCall, GatewayEvent, GatewaySessions, GatewayTurn } from './http/gateway-sessions.ts';
export { checkGatewayToken } from './http/gateway-token.ts';
export { type GatewayServer, type ServeGatewayOptions, serveGateway } from './http/serve-gateway.ts';
export {
  HYGIENE_RATIO,
  type HygieneFacts,
  type HygieneSkip,
  type HygieneVerdict,
  needsHygiene,
} from './hygiene/needs-hygiene.ts';
export {
  type HygieneCompaction,
  type HygieneOptions,
  type HygienePort,
  type HygieneRun,
  runHygiene,
} from './hygiene/run-hygiene.ts';
