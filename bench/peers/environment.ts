/**
 * Environment variables under which the peers run: no telemetry, no tracing, no look-ups of their own.
 * `benchRows` sets them before the first peer is loaded; who loads one by another way sets them first.
 */
export const PEER_ENVIRONMENT: Readonly<Record<string, string>> = {
  DO_NOT_TRACK: '1',
  // LangChain: callbacks end before the call does, and no run is sent to its tracing service.
  LANGCHAIN_CALLBACKS_BACKGROUND: 'false',
  LANGCHAIN_TRACING: 'false',
  LANGCHAIN_TRACING_V2: 'false',
  LANGSMITH_TRACING: 'false',
  LANGSMITH_TRACING_V2: 'false',
  // Mastra: no product analytics, no list of models from the network.
  MASTRA_AUTO_REFRESH_PROVIDERS: 'false',
  MASTRA_OFFLINE: '1',
  MASTRA_TELEMETRY_DISABLED: '1',
};
