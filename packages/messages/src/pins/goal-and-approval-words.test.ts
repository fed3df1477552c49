import { describe, expect, it } from 'vitest';
import { allows } from './approval-words.ts';
import { statedGoal } from './goal-words.ts';

describe('a goal beside the others', () => {
  it.each([
    'By the end we need a map of all routes.',
    'On the way, get the start below two seconds.',
    'Write the guide so that a newcomer understands it.',
    'The slides have to be ready before Monday.',
    '最終的には全ての頁を移したいです。',
  ])('is: %s', (sentence) => {
    expect(statedGoal(sentence)).toBe('further');
  });

  it.each(['We need to fix this test.', 'Write a test.', 'It has to be somewhere.', 'Can we have it by the end?'])(
    'is not: %s',
    (sentence) => {
      expect(statedGoal(sentence)).toBeUndefined();
    },
  );
});

describe('an approval', () => {
  it.each([
    'You are cleared to restart the mail server.',
    'I agree to the second offer.',
    'You can share the report with the board.',
    'この注文は取り消しても構いません。',
    '이 상자는 버려도 됩니다.',
    'आप यह पत्र भेज सकते हैं।',
    'أوافق على شراء الطابعة.',
    '我同意退款。',
  ])('is: %s', (sentence) => {
    expect(allows(sentence)).toBe(true);
  });

  it.each(['You can see it in the log.', 'I do not agree to that.', 'Can I share it?', '我不同意。'])(
    'is not: %s',
    (sentence) => {
      expect(allows(sentence)).toBe(false);
    },
  );
});
