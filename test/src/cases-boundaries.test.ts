import type { Message } from '@hermes-context/contract';
import {
  contentText,
  isRealUser,
  isSummary,
  pairToolCalls,
  repairMessages,
  validateAlternation,
  validateAnthropic,
  validateOpenAiChat,
} from '@hermes-context/messages';
import { createSummarizer, parseSections } from '@hermes-context/summarizer';
import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { compactCase, compacted, talkative, textOfList } from './compact-case.ts';
import { loadCase } from './load-case.ts';

describe('case 01: five parallel results around the boundary', () => {
  it('puts the call with p0..p4 and all five results on the same side, and loses none', async () => {
    const messages = talkative(loadCase('01').messages);
    const outcome = await compactCase(messages, { protectFirst: 2, protectLast: 3, replies: ['## Goal\nexporter v3'] });
    const after = compacted(outcome);
    expect(validateOpenAiChat(after.messages)).toEqual([]);
    const { calls } = pairToolCalls(after.messages);
    expect(calls.map(({ call }) => call.id)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect(calls.every(({ resultIndex, messageIndex }) => (resultIndex ?? -1) > messageIndex)).toBe(true);
    for (const letter of 'abcde') expect(textOfList(after.messages)).toContain(`needle-${letter}`);
    expect(after.report?.boundaries.tailStart).toBe(6);
  });
});

describe('case 04: a leading run of results with two owners', () => {
  it('moves the boundary before the earliest owner, so that all of it stays', async () => {
    const { messages } = loadCase('04');
    const outcome = await compactCase(messages, { protectFirst: 1, protectLast: 4 });
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'nothing-to-compress' }); // the cut at 3 went back to 1
  });

  it('summarises the whole run with both callers, where the tail begins behind it', async () => {
    const messages = talkative(loadCase('04').messages);
    const { messages: after, report } = compacted(await compactCase(messages, { protectFirst: 1, protectLast: 2 }));
    expect(report?.covered).toEqual(expect.arrayContaining([1, 2, 3, 4]));
    expect(validateOpenAiChat(after)).toEqual([]);
  });

  it('lets each result follow its own call in a request that keeps them', () => {
    const { messages } = repairMessages(loadCase('04').messages);
    expect(validateOpenAiChat(messages)).toEqual([]);
    expect(textOfList(messages)).toContain('91 rows');
  });
});

describe('case 06: a call that waits for approval', () => {
  it('keeps the pinned call word for word, and covers nothing behind it', async () => {
    const recorded = loadCase('06').messages;
    const [system, ...rest] = recorded;
    const earlier = Array.from(
      { length: 6 },
      (_, turn) => ({ role: 'user', content: `Note ${turn}: ${'text '.repeat(80)}` }) as const,
    );
    const messages = deepFreeze([...(system === undefined ? [] : [system]), ...earlier, ...rest]);
    const pin = messages.findIndex((message) => message.role === 'assistant' && message.tool_calls !== undefined);
    const outcome = compacted(
      await compactCase(messages, { protectFirst: 1, protectLast: 1, pins: [pin], replies: ['The payment was made.'] }),
    );
    expect(outcome.messages).toContain(messages[pin]);
    expect(Math.max(...(outcome.report?.covered ?? []))).toBeLessThan(pin);
    expect(outcome.messages.slice(-rest.length + 1)).toEqual(messages.slice(pin));
  });

  it('is refused outright when nothing but the system prompt stands before the pin', async () => {
    const { messages } = loadCase('06');
    const outcome = await compactCase(messages, { protectFirst: 2, protectLast: 1, pins: [2] });
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'pinned', detail: expect.any(String) });
  });
});

describe('case 09: one user message, then only tool rounds', () => {
  it('keeps the user message word for word in front of the tail, beside the summary, and ends on the last result', async () => {
    const { messages } = loadCase('09');
    const after = compacted(await compactCase(messages, { protectFirst: 1, protectLast: 4 }));
    expect(after.messages).toContain(messages[1]);
    expect(after.messages.some(isSummary)).toBe(true);
    expect(after.messages.filter(isRealUser)).toHaveLength(1);
    expect(after.messages.findIndex(isSummary)).toBeLessThan(
      after.messages.indexOf(messages[1] as (typeof messages)[number]),
    );
    expect(after.messages.at(-1)).toBe(messages.at(-1));
    expect(validateAlternation(after.messages)).toEqual([]);
  });
});

describe('case 26: a finished task and a newer one', () => {
  const extract =
    '## Goal\nWrite the migration note.\n## Progress\n### Done\n- Renamed the CLI flag in 6 files.\n## Next Steps\n- Finish docs/migration.md';

  it('keeps the newest genuine request word for word behind the summary, which says that it is background', async () => {
    const { messages } = loadCase('26');
    const after = compacted(await compactCase(messages, { protectFirst: 1, protectLast: 2, replies: [extract] }));
    const summaryIndex = after.messages.findIndex(isSummary);
    const requestIndex = after.messages.findIndex((message) =>
      contentText(message.content).startsWith('Great. Task B'),
    );
    expect(after.messages[requestIndex]).toBe(messages[3]);
    expect(requestIndex).toBeGreaterThan(summaryIndex);
    expect(contentText(after.messages[summaryIndex]?.content ?? '')).toContain('background, not a request');
    const users = after.messages.filter(isRealUser).map((message) => contentText(message.content));
    expect(users.at(-1)).toContain('Task B');
  });
});

describe('case 26 without a model', () => {
  it('has the finished task under finished work alone, and calls nothing in the extract the newest request', async () => {
    const messages = talkative(loadCase('26').messages);
    const summarise = createSummarizer({ routes: [] });
    const after = compacted(await compactCase(messages, { protectFirst: 1, protectLast: 2, summarise }));
    const sections = parseSections(after.summary ?? '');
    expect(sections.Done.join('\n')).toMatch(/Finished: “Task A: rename/);
    expect([...sections.Goal, ...sections['In Progress'], ...sections['Next Steps']].join('\n')).not.toMatch(
      /Task A|newest request/,
    );
    expect(after.messages.findIndex(isSummary)).toBeLessThan(after.messages.indexOf(messages[3] as Message));
    expect(after.messages).toContain(messages[3]);
  });
});

describe('case 34: tools that were activated in the history', () => {
  it('hands no tool definitions through the summary, and leaves no call in the list that names another tool', async () => {
    const { input, messages: recorded } = loadCase('34');
    const messages = talkative(recorded);
    const state = JSON.stringify(input['toolState']);
    const after = compacted(await compactCase(messages, { protectFirst: 1, protectLast: 2 }));
    expect(JSON.stringify(input['toolState'])).toBe(state);
    const declared = ['read_file', 'tool_search', 'jira_search'];
    for (const { call } of pairToolCalls(after.messages).calls) expect(declared).toContain(call.function.name);
    expect(validateAnthropic(after.messages)).toEqual([]);
  });
});

describe('case 35: timestamps that cannot be trusted', () => {
  it('keeps the order as given and writes no invalid date', async () => {
    const messages = talkative(loadCase('35').messages);
    const after = compacted(await compactCase(messages, { protectFirst: 0, protectLast: 1 }));
    expect(textOfList(after.messages)).not.toMatch(/Invalid Date|NaN|1970/);
    const kept = after.messages.flatMap((message) => (messages.includes(message) ? [messages.indexOf(message)] : []));
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  });
});
