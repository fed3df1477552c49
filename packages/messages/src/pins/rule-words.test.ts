import { describe, expect, it } from 'vitest';
import { isRuleSentence } from './rule-words.ts';

describe('a rule of the user', () => {
  it.each([
    'Never touch table legacy_ledger.',
    'Also: commit messages must start with EXP-.',
    'always run the tests before you commit',
    "Please don't change the public types.",
    'Do not add a dependency without asking me first.',
    'From now on, answer in German.',
    'We never deploy on Fridays.',
    'Only use port 8081.',
    'Reply in English only.',
    'Use tabs instead of spaces.',
    'Keep the old API as it is.',
    'No emojis.',
    'Tests must run without network.',
    'Every query has a limit of at most 300 rows.',
    'The folder vendor is off-limits.',
    'Rule 3: one idea a file.',
    'I prefer small functions.',
    'Ask me before you delete anything.',
    '绝对不要修改数据库。',
    '必ずテストを書いてください。',
    '절대 main에 푸시하지 마.',
    'Niemals auf main pushen.',
    'Die Tests müssen grün bleiben.',
    'Ne touche jamais au dossier vendor.',
    'Nunca borres la tabla clientes.',
    'Não altere o arquivo de configuração, nunca.',
    'Никогда не удаляй таблицу.',
    'No deployment of the shop while the sale is running.',
    'Nothing from the old archive may leave the building.',
    'Those two servers are the bank’s, leave them alone.',
    'Every payment needs my approval first.',
    'The room needs a door of at least 90 cm.',
    'Move one server at a time.',
    'Each step gets noted in the log.',
    'The tour should end at the lake without any climb.',
    'لا تحذف هذا الجدول.',
    'इस फ़ाइल को कभी मत बदलना।',
  ])('is: %s', (sentence) => {
    expect(isRuleSentence(sentence)).toBe(true);
  });

  it.each([
    'Should I never do that?',
    'It never works on my machine.',
    'This always fails.',
    "I don't know why.",
    'I have never seen that.',
    'You do not need to use all five.',
    'It must be a bug in the cache.',
    'Exit handler never called!',
    'The readme says never to push to main.',
    'He told me that we must always ask.',
    'In app/a.ts around lines 76 to 82, avoid the second call.',
    '// do not edit',
    'Do the following, always in this order:',
    'Das geht immer noch nicht.',
    'Fix the failing test.',
    'Keep going.',
    'Nothing happened when I pressed it.',
    'It needs another look.',
    'Let it run.',
    'No problem at all',
    `Never ${'x'.repeat(600)}`,
  ])('is not: %s', (sentence) => {
    expect(isRuleSentence(sentence)).toBe(false);
  });
});
