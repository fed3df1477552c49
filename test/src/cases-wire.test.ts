import { applyPlan, findRoute, planSystemAnd3 } from '@hermes-context/caching';
import type { Messages } from '@hermes-context/contract';
import { formatSummary } from '@hermes-context/messages';
import {
  dropUnboundThinking,
  fromAnthropicMessages,
  toAnthropicMessages,
  type WireObject,
} from '@hermes-context/providers';
import { describe, expect, it } from 'vitest';
import { loadCase } from './load-case.ts';

describe('case 12: signed thinking in an open tool loop behind a compaction', () => {
  const { input } = loadCase('12');
  const recorded = input['messages'] as readonly WireObject[];
  const cut = input['cutBeforeIndex'] as number;
  const tail = fromAnthropicMessages({ messages: recorded.slice(cut) });
  const summary = { role: 'user', content: formatSummary('## Goal\nFind the bug.') } as const;
  const compacted: Messages = [summary, ...tail];
  const wire = (messages: Messages): readonly WireObject[] => toAnthropicMessages(messages).messages;
  const thinkingIn = (messages: readonly WireObject[]): readonly unknown[] =>
    blocksOf(messages).filter(({ type }) => String(type).endsWith('thinking'));

  it('goes out byte-identical and first in its message, and no marker stands on it', () => {
    const sent = wire(compacted);
    expect(JSON.stringify(sent.slice(1))).toBe(JSON.stringify(recorded.slice(cut)));
    const route = findRoute({ provider: 'anthropic', model: 'claude-opus-5' });
    const prompt = { shape: 'anthropic', messages: sent } as const;
    const marked = applyPlan(prompt, planSystemAnd3(prompt, { route, ttl: '5m' }), route);
    expect(JSON.stringify(marked.messages).split('cache_control').length - 1).toBe(3);
    expect(thinkingIn(marked.messages)).toEqual(thinkingIn(recorded));
  });

  it('leaves as a whole where its text was redacted, and the other blocks of its message stay', () => {
    const redacted = tail.map((message) => {
      if (message.role !== 'assistant' || message.reasoning_content === undefined) return message;
      return {
        ...message,
        reasoning_content: message.reasoning_content.replace('sk-fake-000000', '[REDACTED]'),
      };
    });
    const sent = wire([summary, ...redacted]);
    expect(thinkingIn(sent)).toEqual(thinkingIn(recorded.slice(5))); // of the other message
    expect(JSON.stringify(sent)).not.toContain('SIG-AAA=');
    expect(blocksOf(sent).filter(({ type }) => type === 'tool_use')).toEqual(
      blocksOf(recorded).filter(({ type }) => type === 'tool_use'),
    );
  });

  it('leaves in all messages behind the edit for a model that binds it to what came before, with nothing else', () => {
    const { messages, droppedCount } = dropUnboundThinking(compacted, 0);
    expect(droppedCount).toBe(2);
    expect(thinkingIn(wire(messages))).toEqual([]);
    const others = blocksOf(recorded.slice(cut)).filter(({ type }) => !String(type).endsWith('thinking'));
    expect(blocksOf(wire(messages)).slice(1)).toEqual(others);
  });
});

/** All blocks of messages; a text is one. */
function blocksOf(messages: readonly WireObject[]): readonly WireObject[] {
  return messages.flatMap(({ content }) => {
    return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly WireObject[]);
  });
}
