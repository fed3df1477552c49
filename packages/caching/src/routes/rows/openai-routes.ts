import { AS_OF, BARE, MEDIA, type RouteRow, SHORT } from '../route-row.ts';

const OPENAI = {
  providers: ['openai', 'openai-api'],
  hosts: ['api.openai.com'],
  sessionKey: 'prompt_cache_key',
} as const;
const OPENAI_SOURCE = 'OpenAI documentation of November 2026, types of openai 7.59.0';

/** OpenAI: explicit breakpoints from GPT-5.6 on, and caching of its own for all. */
export const OPENAI_ROUTES: readonly RouteRow[] = [
  {
    ...BARE,
    ...OPENAI,
    id: 'openai',
    title: 'OpenAI',
    placement: 'breakpoint',
    responses: 'breakpoint',
    toolRole: 'part',
    parts: MEDIA,
    ttls: SHORT,
    fixedLifetime: '30m',
    maxMarkers: 3,
    noAssistant: true,
    marksTail: true,
    implicit:
      'nothing: it sets a breakpoint of its own at the end of the prompt, and drops the earliest of more than 3 others',
    families: ['gpt'],
    from: [5, 6],
    ownHostOnly: true,
    source: OPENAI_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    ...OPENAI,
    id: 'openai-implicit',
    title: 'OpenAI',
    implicit: 'a prefix that does not change, and a prompt_cache_key that stays the same',
    ownHostOnly: true,
    source: OPENAI_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['openai-codex', 'codex'],
    hosts: ['chatgpt.com'],
    id: 'openai-codex',
    title: 'OpenAI Codex',
    sessionKey: 'prompt_cache_key',
    implicit: 'a prefix that does not change, and a prompt_cache_key that stays the same',
    source: `${OPENAI_SOURCE}; whether the Codex backend takes breakpoints was not found, so none are sent`,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['azure', 'azure-openai'],
    hosts: ['openai.azure.com'],
    id: 'azure-openai',
    title: 'Azure OpenAI',
    sessionKey: 'prompt_cache_key',
    implicit: 'a prefix that does not change, and a prompt_cache_key that stays the same',
    source: `${OPENAI_SOURCE}; Azure refuses the new fields with older models, and a deployment may have any name`,
    asOf: AS_OF,
  },
];
