import { describe, expect, it } from 'vitest';
import { detectLanguage } from './language.ts';

describe('detectLanguage', () => {
  it.each([
    ['en', 'Please fix the failing tests and explain why they broke.'],
    ['zh', '请修复失败的测试，并解释原因。FetchURL 的 url 被截断了'],
    ['ja', '設定ファイルを読み込む処理が失敗する理由を調べてください。src/config.ts'],
    ['ko', '설정 파일을 읽는 테스트가 왜 실패하는지 알려 주세요.'],
    ['de', 'Bitte repariere die Tests und erkläre, warum sie nicht mehr laufen.'],
    ['fr', 'Corrige les tests qui échouent et explique pourquoi ils ne passent pas.'],
    ['es', 'Corrige las pruebas que fallan y explica por qué no pasan con los datos.'],
    ['pt', 'Corrija os testes que falham e explique por que não passam com os dados.'],
    ['ru', 'Исправь падающие тесты и объясни, почему они сломались.'],
  ])('tells %s by what a person writes', (language, text) => {
    expect(detectLanguage([text])).toBe(language);
  });

  it('hears the person through pasted code and logs', () => {
    const log = 'Error: cannot read property of undefined at Object.run (index.js:10)\n'.repeat(3);
    expect(detectLanguage([log, 'このエラーを直してください。必ずテストも追加してください。'])).toBe('ja');
  });

  it('takes English where there is nothing to go by', () => {
    expect(detectLanguage([])).toBe('en');
    expect(detectLanguage(['123 🚀'])).toBe('en');
  });
});
