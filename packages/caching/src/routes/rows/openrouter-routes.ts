import { AS_OF, BARE, BOTH, MEDIA, PARTS, type RouteRow } from '../route-row.ts';

const OPENROUTER = { providers: ['openrouter'], hosts: ['openrouter.ai'], sessionKey: 'session_id' } as const;
const OPENROUTER_SOURCE =
  'Types of @openrouter/sdk 1.3.19 and OpenRouter documentation of 2026; a marker on a tool message itself hangs';

/** OpenRouter, which hands markers on in the form of whoever serves the model. The last row is for all other models. */
export const OPENROUTER_ROUTES: readonly RouteRow[] = [
  {
    ...PARTS,
    ...OPENROUTER,
    id: 'openrouter',
    title: 'OpenRouter',
    responses: 'breakpoint',
    onTools: true,
    parts: ['text', 'input_text'],
    ttls: BOTH,
    families: ['claude'],
    source: OPENROUTER_SOURCE,
    asOf: AS_OF,
  },
  {
    ...PARTS,
    ...OPENROUTER,
    id: 'openrouter-openai',
    title: 'OpenRouter',
    responses: 'breakpoint',
    parts: MEDIA,
    noAssistant: true,
    maxMarkers: 3,
    marksTail: true,
    fixedLifetime: '30m',
    implicit: 'OpenAI sets a breakpoint of its own at the end of the prompt',
    families: ['gpt'],
    from: [5, 6],
    source: OPENROUTER_SOURCE,
    asOf: AS_OF,
  },
  {
    ...PARTS,
    ...OPENROUTER,
    id: 'openrouter-qwen',
    title: 'OpenRouter',
    families: ['qwen'],
    noSnapshots: true,
    source: OPENROUTER_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    ...OPENROUTER,
    id: 'openrouter-implicit',
    title: 'OpenRouter',
    implicit: 'a session_id, which keeps the session with one provider; markers for Gemini cost storage',
    source: OPENROUTER_SOURCE,
    asOf: AS_OF,
  },
];
