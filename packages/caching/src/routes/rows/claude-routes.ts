import { AS_OF, BOTH, CLAUDE, PARTS, type RouteRow } from '../route-row.ts';

const ANTHROPIC = { providers: ['anthropic', 'claude'], hosts: ['anthropic.com'] };
const BEDROCK = {
  providers: ['bedrock', 'aws-bedrock', 'amazon-bedrock'],
  hosts: ['bedrock-runtime.*.amazonaws.com', 'bedrock-runtime-fips.*.amazonaws.com'],
};
const VERTEX = {
  providers: ['vertex', 'vertex-ai', 'google-vertex', 'vertex-anthropic'],
  hosts: ['aiplatform.googleapis.com', '*-aiplatform.googleapis.com', 'aiplatform.*.rep.googleapis.com'],
};

/** Anthropic's own rules, on its own servers and on those of others; and a proxy in front of them. */
export const CLAUDE_ROUTES: readonly RouteRow[] = [
  {
    ...CLAUDE,
    ...ANTHROPIC,
    id: 'anthropic',
    title: 'Anthropic',
    messageLevel: true,
    families: ['claude'],
    source:
      'Types of the Anthropic SDK 1.15.0, Anthropic documentation of August to November 2026; project description',
    asOf: AS_OF,
  },
  {
    ...CLAUDE,
    providers: ['bedrock-converse', 'aws-bedrock-converse'],
    hosts: [],
    id: 'bedrock-converse',
    title: 'Bedrock Converse',
    families: ['claude'],
    source:
      'AWS documentation of 2026; a marked block is sent with a cachePoint block behind it, and no field of its own',
    asOf: AS_OF,
  },
  {
    ...CLAUDE,
    ...BEDROCK,
    id: 'bedrock',
    title: 'Bedrock',
    families: ['claude'],
    source: 'AWS documentation of 2026: InvokeModel takes the blocks of the Anthropic form',
    asOf: AS_OF,
  },
  {
    ...CLAUDE,
    ...VERTEX,
    id: 'vertex',
    title: 'Vertex AI',
    families: ['claude'],
    source: 'Anthropic and Google Cloud documentation of 2026: as on the Anthropic API',
    asOf: AS_OF,
  },
  {
    ...CLAUDE,
    providers: ['foundry', 'azure-foundry', 'microsoft-foundry'],
    hosts: ['services.ai.azure.com'],
    id: 'foundry',
    title: 'Microsoft Foundry',
    families: ['claude'],
    source: 'Anthropic documentation of 2026: as on the Anthropic API',
    asOf: AS_OF,
  },
  {
    ...PARTS,
    providers: ['litellm', 'litellm-proxy', 'litellm_proxy'],
    hosts: [],
    id: 'litellm',
    title: 'LiteLLM',
    toolRole: 'never',
    ttls: BOTH,
    families: ['claude'],
    source:
      'LiteLLM documentation and issues of 2026: a marker on a part of a tool message is refused, not to be retried',
    asOf: AS_OF,
  },
];
