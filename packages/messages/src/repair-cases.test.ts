import { readFileSync } from 'node:fs';
import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { contentText, toolCallsOf } from './content.ts';
import { groupMessages } from './groups.ts';
import { repairMessages } from './repair.ts';
import { pairToolCalls, unansweredCalls } from './tool-pairs.ts';
import { validateAnthropic } from './validate-anthropic.ts';
import { validateOpenAiChat } from './validate-openai-chat.ts';

interface ReproductionCase {
  readonly input: { readonly messages: Messages };
}

function messagesOf(name: string): Messages {
  const url = new URL(`../../../test/cases/${name}.json`, import.meta.url);
  const { input }: ReproductionCase = JSON.parse(readFileSync(url, 'utf8'));
  return deepFreeze(input.messages);
}

/** Each call's id beside the text of the result that answers it. */
function answers(messages: Messages): readonly (readonly [string, string])[] {
  return pairToolCalls(messages).calls.map(({ call, resultIndex }) => {
    const answer: Message | undefined = messages[resultIndex ?? -1];
    return [call.id, answer === undefined ? '(none)' : contentText(answer.content)];
  });
}

describe('case 03-unanswered-call-kept', () => {
  const messages = messagesOf('03-unanswered-call-kept');
  const repaired = repairMessages(messages);

  it('gives w1 a synthetic result directly after the assistant message, which says that it was interrupted', () => {
    const at = messages.findIndex((message) => message.role === 'assistant');
    const stub = repaired.messages[at + 1];
    expect(stub).toMatchObject({ role: 'tool', tool_call_id: 'w1' });
    expect(contentText(stub?.content ?? null)).toMatch(/interrupted.*did not run to its end/);
    expect(contentText(stub?.content ?? null)).not.toMatch(/success/i);
  });

  it("keeps the user's last message verbatim and last", () => {
    expect(repaired.messages.at(-1)).toBe(messages.at(-1));
  });

  it('leaves no unanswered call', () => {
    expect(unansweredCalls(repaired.messages)).toEqual([]);
    expect(validateAnthropic(repaired.messages)).toEqual([]);
  });

  it("does not lose w2's result", () => {
    expect(answers(repaired.messages)).toContainEqual(['w2', 'PORT_RANGE=4100-4199']);
    expect(repaired.messages).toContain(messages[3]);
  });
});

describe('case 04-mixed-orphan-any-overlap', () => {
  const messages = messagesOf('04-mixed-orphan-any-overlap');

  it('a cut at index 3 falls into one group, whose boundary is before the earliest owner of any result', () => {
    const group = groupMessages(messages).find(({ start, end }) => start <= 3 && 3 < end);
    expect(group).toEqual({ start: 1, end: 5 });
  });

  it('lets each result follow its own call in what goes out', () => {
    const repaired = repairMessages(messages);
    expect(validateOpenAiChat(messages)).not.toEqual([]);
    expect(validateOpenAiChat(repaired.messages)).toEqual([]);
    expect(validateAnthropic(repaired.messages)).toEqual([]);
    for (const [index, message] of repaired.messages.entries()) {
      for (const [order, call] of toolCallsOf(message).entries()) {
        expect(repaired.messages[index + 1 + order]).toMatchObject({ role: 'tool', tool_call_id: call.id });
      }
    }
    expect(repaired.repairs.map(({ kind, index }) => [kind, index])).toEqual([['result-moved', 4]]);
  });

  it("keeps '91 rows'", () => {
    expect(answers(repairMessages(messages).messages)).toEqual([
      ['x1', 'job 7 finished: 91 rows'],
      ['y1', 'b body'],
    ]);
  });
});

describe('case 07-duplicate-result-id', () => {
  const messages = messagesOf('07-duplicate-result-id');
  const repaired = repairMessages(messages);

  it('has exactly one result per call, the later, complete one', () => {
    expect(pairToolCalls(repaired.messages).duplicates).toEqual([]);
    expect(validateOpenAiChat(repaired.messages)).toEqual([]);
    expect(answers(repaired.messages)[0]).toEqual(['b1', 'build finished, exit 0']);
    expect(repaired.messages).not.toContain(messages[2]);
  });

  it('matches the reused id by position, so the second call keeps its own result', () => {
    expect(answers(repaired.messages)[1]).toEqual(['b1_2', 'clean build finished, exit 0']);
  });

  it('rewrites call and result together, and reports it', () => {
    expect(validateAnthropic(repaired.messages)).toEqual([]);
    expect(repaired.repairs.map(({ kind, index }) => [kind, index])).toEqual([
      ['duplicate-result-removed', 2],
      ['call-id-renamed', 5],
      ['call-id-renamed', 6],
    ]);
  });
});
