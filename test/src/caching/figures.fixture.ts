import { type CacheStrategyName, cachePrices } from '@hermes-context/caching';
import { PRICE_CLASSES, play, playSteps } from './costs.fixture.ts';
import { agentLoop, asChat, recordedConversations } from './prompts.fixture.ts';
import { type PruningPolicy, prunedSteps } from './pruning.fixture.ts';
import { renderRoutes } from './routes-table.fixture.ts';

const MINUTE = 60_000;
/** Shorter ones say nothing: hardly anything is sent twice. */
const MIN_REQUESTS = 12;

/** The document with its routes and figures as they are now; the prose around them stays. */
export function renderCachingDoc(document: string): string {
  return withPart(withPart(document, 'routes', renderRoutes), 'figures', renderFigures);
}

function withPart(document: string, name: string, render: () => string): string {
  const [start, end] = [`<!-- ${name}: start, made by scripts/render-caching-doc.ts -->`, `<!-- ${name}: end -->`];
  const startAt = document.indexOf(start);
  const endAt = document.indexOf(end, startAt);
  if (startAt === -1 || endAt === -1) throw new Error(`The document has no ${start} and ${end} to write between.`);
  return `${document.slice(0, startAt)}${start}\n\n${render()}\n${document.slice(endAt)}`;
}

function renderFigures(): string {
  return [recordedFigures(), wideFigures(), gapFigures(), pruningFigures()].join('\n');
}

/** Cost as a share of no caching. */
function recordedFigures(): string {
  const long = recordedConversations(undefined).filter(
    ({ anthropic }) => play(anthropic, 'none').requests.length >= MIN_REQUESTS,
  );
  const rows = long.map(({ name, anthropic }) => {
    const none = play(anthropic, 'none');
    const share = (strategy: CacheStrategyName): string =>
      percent(play(anthropic, strategy).costTokens / none.costTokens);
    return [
      name.replace('.json', ''),
      figure(none.requests.length),
      thousands(none.costTokens),
      share('system_and_3'),
      share('peat'),
    ];
  });
  return table(
    'Recorded conversations (claude-sonnet-5 at Anthropic, one minute between an answer and the next message). Cost in thousand tokens of plain input, and as a share of it.',
    ['conversation', 'requests', 'none', 'system_and_3', 'peat'],
    rows,
  );
}

function wideFigures(): string {
  const rows = [1, 8, 12, 20].map((results) => {
    const whole = agentLoop({ steps: 40, results });
    const costs = (['none', 'system_and_3', 'peat'] as const).map((name) => play(whole, name).costTokens);
    const [, described = 0, ours = 1] = costs;
    return [figure(results), ...costs.map(thousands), `${(described / ours).toFixed(1)} ×`];
  });
  return table(
    'An agent that calls several tools at once: 40 steps, results of some 400 tokens, 30 tools and a system prompt in front. Thousand tokens of plain input.',
    ['results a step', 'none', 'system_and_3', 'peat', 'system_and_3 / peat'],
    rows,
  );
}

function gapFigures(): string {
  const rows = [1, 10, 30, 55, 90].map((gapMinutes) => {
    const whole = agentLoop({ steps: 180, results: 1, resultTokens: 1_000, stepsPerTurn: 6 });
    const costs = (['peat', 'peat_1h', 'peat_auto'] as const).map(
      (name) => play(whole, name, { gapMinutes }).costTokens,
    );
    return [`${gapMinutes} min`, ...costs.map(thousands)];
  });
  return table(
    'Someone who takes breaks: 30 messages of the user, 6 requests each, and so long between an answer and the next message. Thousand tokens of plain input.',
    ['pause', '5m', '1h', 'learned'],
    rows,
  );
}

function pruningFigures(): string {
  const chats = recordedConversations(undefined).map(({ chat }) => chat);
  const loop = asChat(agentLoop({ steps: 150, results: 2, resultTokens: 1_000 }));
  const policies = ['never', 'every request', 'cold_or_batch'] as const;
  const rows = Object.keys(PRICE_CLASSES).flatMap((model) => {
    const cost = (lists: typeof chats, policy: PruningPolicy, minutes: number): number =>
      lists.reduce((sum, whole) => {
        const steps = prunedSteps(whole, { policy, model, gapMs: minutes * MINUTE });
        return sum + playSteps(steps, 'peat', { model, provider: 'openrouter' }).costTokens;
      }, 0);
    const row = (what: string, lists: typeof chats, minutes: number): readonly string[] => [
      `${cachePrices(model).readRatio}`,
      what,
      `${minutes} min`,
      ...policies.map((policy) => thousands(cost(lists, policy, minutes))),
    ];
    return [
      row('a loop of 150 steps', [loop], 1),
      row('recorded, in sum', chats, 1),
      row('recorded, in sum', chats, 10),
    ];
  });
  return table(
    'When old tool results are cut (a tail of 20,000 tokens stays). By the price of a read, relative to plain input. Thousand tokens of plain input.',
    ['read', 'conversations', 'pause', ...policies],
    rows,
  );
}

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    caption,
    '',
    line(head),
    line(head.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
    '',
  ].join('\n');
}

function thousands(tokens: number): string {
  return figure(Math.round(tokens / 1_000));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}
