import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheMarker } from '../cache-plan.ts';
import { applyPlan } from '../plan/apply-plan.ts';
import { planPeat } from '../plan/plan-peat.ts';
import { planSystemAnd3 } from '../plan/plan-system-and-3.ts';
import { wirePrompts } from '../plan/wire-prompts.fixture.ts';
import { findRoute } from '../routes/find-route.ts';
import type { WirePrompt } from '../wire-prompt.ts';
import { blocksOf } from './blocks-of.ts';
import type { CacheBlock } from './cache-block.ts';

const text = 'What does it do?';
const DATA = 'iVBORw0KGgoAAAA'.repeat(20_000);
const control = { type: 'ephemeral', ttl: '1h' };
const routes = [
  { provider: 'anthropic', model: 'claude-sonnet-5' },
  { provider: 'openrouter', model: 'anthropic/claude-sonnet-5' },
  { provider: 'openai', model: 'gpt-5.6' },
].map(findRoute);
const promptOf = (...messages: readonly object[]): WirePrompt => ({
  shape: 'anthropic',
  messages: messages.map((message) => ({ ...message })),
});

describe('the blocks of a prompt', () => {
  it('come in the order in which a provider sees them', () => {
    const blocks = blocksOf({
      shape: 'anthropic',
      tools: [{ name: 'read' }],
      system: 'Help.',
      messages: [
        { role: 'user', content: text },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'tool_use', id: 'a', name: 'read', input: {} },
          ],
        },
      ],
    });
    expect(blocks.map(({ level, role, message }) => [level, role, message])).toEqual([
      ['tools', undefined, undefined],
      ['system', 'developer', undefined],
      ['messages', 'user', 0],
      ['messages', 'assistant', 1],
      ['messages', 'assistant', 1],
    ]);
    expect(blocks.map(({ isUnmarkable }) => isUnmarkable === true)).toEqual([false, false, false, true, false]);
  });

  it('are the same with and without markers, and as a text or as a list of one', () => {
    const [plain] = blocksOf(promptOf({ role: 'user', content: text }));
    const [listed] = blocksOf(promptOf({ role: 'user', content: [{ type: 'text', text }] }));
    const [marked] = blocksOf(promptOf({ role: 'user', content: [{ type: 'text', text, cache_control: control }] }));
    expect([listed?.id, marked?.id]).toEqual([plain?.id, plain?.id]);
    expect([plain?.mark, marked?.mark]).toEqual([undefined, '1h']);
    expect(marked?.tokens).toBe(plain?.tokens);
  });

  it('are the same wherever the markers of a plan stand, or none', () => {
    fc.assert(
      fc.property(wirePrompts, fc.constantFrom(...routes), fc.boolean(), (prompt, route, isPeat) => {
        const ttl = '5m';
        const plan = isPeat
          ? planPeat(prompt, { route, ttl: { prefix: ttl, rest: ttl }, epoch: 1 })
          : planSystemAnd3(prompt, { route, ttl });
        const unmarked = applyPlan(prompt, { markers: [], skipped: [], notes: [] }, route);
        const marked = blocksOf(applyPlan(prompt, plan, route));
        expect(marked.map(withoutMark)).toEqual(blocksOf(unmarked).map(withoutMark));
        const isThere = ({ place }: CacheMarker): boolean =>
          place.part !== 'messages' || marked.some(({ message }) => message === place.index); // an empty one has no block
        expect(marked.filter(({ mark }) => mark !== undefined).length).toBe(plan.markers.filter(isThere).length);
        expect(marked.some(({ mark, isUnmarkable }) => mark !== undefined && isUnmarkable === true)).toBe(false);
      }),
    );
  });

  it('carry the marker of a message in its last one, which may be a call', () => {
    const calls = [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }];
    const message = { role: 'assistant', content: 'So.', tool_calls: calls, cache_control: control };
    const blocks = blocksOf({ shape: 'openai-chat', messages: [message] });
    expect(blocks.map(({ mark, isUnmarkable }) => [mark, isUnmarkable])).toEqual([
      [undefined, undefined],
      ['1h', undefined],
    ]);
  });

  it('differ where what a tool was called with differs, were it in a field that is named like a marker', () => {
    const idOf = (input: object): string | undefined =>
      blocksOf(promptOf({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'cache', input }] }))[0]?.id;
    expect(idOf({ cache_control: 'no-store' })).not.toBe(idOf({ cache_control: 'no-cache' }));
  });

  it.each([
    ['image', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DATA } }],
    ['image of a chat', { type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } }],
    ['file', { type: 'input_file', file_data: DATA, filename: 'a.pdf' }],
  ])('count data for what pictures cost, whatever its length: of an %s', (_, part) => {
    const [block] = blocksOf(promptOf({ role: 'user', content: [part] }));
    expect(block?.tokens).toBeGreaterThan(1_600);
    expect(block?.tokens).toBeLessThan(1_700);
    const result = { type: 'tool_result', tool_use_id: 'a', content: [part, part] };
    const [both] = blocksOf(promptOf({ role: 'user', content: [result] }));
    expect(both?.tokens).toBeGreaterThan(3_200);
    expect(both?.tokens).toBeLessThan(3_400);
  });

  it('differ where data does', () => {
    const idOf = (data: string): string | undefined =>
      blocksOf(promptOf({ role: 'user', content: [{ type: 'image', source: { type: 'base64', data } }] }))[0]?.id;
    expect(idOf(DATA)).not.toBe(idOf(`${DATA}B`));
  });

  it.each([
    ['minified JSON', JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}` })))],
    ['text in a script without spaces', '提示词缓存可以节省费用。'.repeat(2_000)],
  ])('count %s as text', (_, content) => {
    const [block] = blocksOf(promptOf({ role: 'user', content }));
    expect(block?.tokens).toBeGreaterThan(10_000);
  });

  it('are the same objects for the same message', () => {
    const message = { role: 'user', content: text };
    const [first] = blocksOf({ shape: 'openai-chat', messages: [message] });
    expect(blocksOf({ shape: 'openai-chat', messages: [message] })[0]).toBe(first);
  });
});

function withoutMark({ mark, ...rest }: CacheBlock): Omit<CacheBlock, 'mark'> {
  return rest;
}
