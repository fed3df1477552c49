import { AS_OF, BARE, BOTH, PARTS, type RouteRow } from '../route-row.ts';

const QWEN = {
  providers: ['qwen', 'alibaba', 'dashscope', 'alibaba-cloud'],
  hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
};
const QWEN_SOURCE =
  'Alibaba Model Studio documentation, "Context cache", October and November 2026; the Responses API takes a header instead';
const OTHERS_SOURCE = "The provider's documentation, copies of August to November 2026";

/** Alibaba, whose markers are those of Anthropic on chat parts, and providers that cache without any. */
export const OTHER_ROUTES: readonly RouteRow[] = [
  {
    ...PARTS,
    ...QWEN,
    id: 'qwen4',
    title: 'Alibaba Cloud',
    ttls: BOTH,
    implicit: 'no markers in the request: with any of them it is off',
    families: ['qwen'],
    from: [4, 0],
    source: QWEN_SOURCE,
    asOf: AS_OF,
  },
  {
    ...PARTS,
    ...QWEN,
    id: 'qwen',
    title: 'Alibaba Cloud',
    implicit: 'no markers in the request: with any of them it is off',
    families: ['qwen'],
    source: QWEN_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['gemini', 'google', 'google-ai-studio', 'vertex', 'vertex-ai', 'google-vertex'],
    hosts: ['generativelanguage.googleapis.com', 'aiplatform.googleapis.com', '*-aiplatform.googleapis.com'],
    id: 'gemini',
    title: 'Gemini',
    implicit: 'a prefix that does not change; markers would turn it off and cost storage',
    minTokens: 4_096,
    families: ['gemini'],
    source: OTHERS_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['deepseek'],
    hosts: ['api.deepseek.com'],
    id: 'deepseek',
    title: 'DeepSeek',
    implicit: 'a prefix that does not change, up to the end of an earlier input or answer',
    source: OTHERS_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['xai', 'x-ai', 'grok'],
    hosts: ['api.x.ai'],
    id: 'xai',
    title: 'xAI',
    sessionKey: 'prompt_cache_key',
    implicit: 'the same server: prompt_cache_key in the Responses API, the header x-grok-conv-id in chat',
    source: OTHERS_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['kimi', 'moonshot', 'moonshotai'],
    hosts: ['api.moonshot.ai', 'api.moonshot.cn', 'api.kimi.com'],
    id: 'kimi',
    title: 'Kimi',
    implicit: 'a prefix that does not change; its lifetime is set for the whole request',
    source: OTHERS_SOURCE,
    asOf: AS_OF,
  },
  {
    ...BARE,
    providers: ['zai', 'z-ai', 'zhipu', 'glm'],
    hosts: ['api.z.ai', 'open.bigmodel.cn'],
    id: 'glm',
    title: 'Z.AI',
    implicit: 'a prefix that does not change',
    source: OTHERS_SOURCE,
    asOf: AS_OF,
  },
];
