import { expect, it } from 'vitest';
import { setsRule } from './rule-sentences.ts';

it.each([
  ['Never push to the branch release-7.', true],
  ['必ずテストを書いてから進めてください。', true],
  ['Should I never push to that branch?', false],
  ['必ずテストを書いたほうがいいですか？', false],
  ['Look at the parser of part two.', false],
])('%s sets a rule: %j', (sentence, isRule) => {
  expect(setsRule(sentence)).toBe(isRule);
});
