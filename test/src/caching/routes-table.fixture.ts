import { type CacheRoute, type CacheRouteId, findRoute, type RouteQuery } from '@hermes-context/caching';

/** A question that a row of the table answers, and whose models the row is of, in words. */
interface Sample extends RouteQuery {
  readonly provider: string;
  readonly models: string;
}

const CLAUDE = { model: 'claude-sonnet-5', models: 'Claude' } as const;

/** One for each row, so that a new row does not compile until it is here. */
const SAMPLES: Readonly<Record<Exclude<CacheRouteId, 'none'>, Sample>> = {
  anthropic: { provider: 'anthropic', ...CLAUDE },
  bedrock: { provider: 'bedrock', ...CLAUDE },
  'bedrock-converse': { provider: 'bedrock-converse', ...CLAUDE },
  vertex: { provider: 'vertex', ...CLAUDE },
  foundry: { provider: 'foundry', ...CLAUDE },
  litellm: { provider: 'litellm', ...CLAUDE },
  openrouter: { provider: 'openrouter', ...CLAUDE },
  'openrouter-openai': { provider: 'openrouter', model: 'openai/gpt-5.6-sol', models: 'GPT from 5.6 on' },
  'openrouter-qwen': { provider: 'openrouter', model: 'qwen/qwen3-max', models: 'Qwen without a day in its name' },
  'openrouter-implicit': { provider: 'openrouter', model: 'google/gemini-3.1-pro', models: 'all others' },
  openai: { provider: 'openai', model: 'gpt-5.6-sol', models: 'GPT from 5.6 on' },
  'openai-implicit': { provider: 'openai', model: 'gpt-5.5', models: 'all others' },
  'openai-codex': { provider: 'openai-codex', model: 'gpt-5.6', models: 'all' },
  'azure-openai': { provider: 'azure', model: 'gpt-5.6-sol', models: 'all' },
  qwen: { provider: 'qwen', model: 'qwen3-max', models: 'Qwen before 4' },
  qwen4: { provider: 'qwen', model: 'qwen4-max', models: 'Qwen from 4 on' },
  gemini: { provider: 'gemini', model: 'gemini-3.1-pro', models: 'Gemini' },
  deepseek: { provider: 'deepseek', model: 'deepseek-v4', models: 'all' },
  xai: { provider: 'xai', model: 'grok-4.5', models: 'all' },
  kimi: { provider: 'kimi', model: 'kimi-k3', models: 'all' },
  glm: { provider: 'zai', model: 'glm-5', models: 'all' },
};

const PLACEMENTS = {
  block: 'on blocks',
  part: 'on parts of messages',
  breakpoint: 'on parts of messages',
  none: 'none',
} as const satisfies Readonly<Record<CacheRoute['placement'], string>>;

const HEAD = [
  '`model.provider`',
  'models',
  'breakpoints',
  'at most',
  'kept',
  'from tokens',
  'cached without any, given',
];

/**
 * The rows of the route table for the document; rows that say the same are one.
 *
 * @throws Error where a sample is answered by another row than its own.
 */
export function renderRoutes(): string {
  const rows = Object.entries(SAMPLES).map(([id, { models, ...query }]) => {
    const route = findRoute(query);
    if (route.id !== id) throw new Error(`The sample of ${id} is answered by the row ${route.id}.`);
    return { provider: `\`${query.provider}\``, facts: [models, ...cellsOf(route)].join(' | ') };
  });
  const lines = Array.from(
    Map.groupBy(rows, ({ facts }) => facts),
    ([facts, same]) => `| ${same.map(({ provider }) => provider).join(', ')} | ${facts} |`,
  );
  return [`| ${HEAD.join(' | ')} |`, `| ${HEAD.map(() => '---').join(' | ')} |`, ...lines, ''].join('\n');
}

function cellsOf(route: CacheRoute): readonly string[] {
  const { placement, implicit = '', fixedLifetime, ttls, maxMarkers, minTokens } = route;
  const isMarked = placement !== 'none';
  return [
    `${PLACEMENTS[placement]}${isMarked ? limitsOf(route) : ''}`,
    isMarked ? `${maxMarkers}` : '',
    fixedLifetime ?? ttls.join(', '),
    minTokens.toLocaleString('en-US'),
    implicit,
  ];
}

/** What may not carry one, of what elsewhere may. */
function limitsOf({ toolRole, noAssistant, marksTail }: CacheRoute): string {
  const barred = [...(toolRole === 'never' ? ['results of tools'] : []), ...(noAssistant === true ? ['answers'] : [])];
  const not = barred.length === 0 ? '' : `, not of ${barred.join(' or ')}`;
  return `${not}${marksTail === true ? '; the end is marked by the provider' : ''}`;
}
