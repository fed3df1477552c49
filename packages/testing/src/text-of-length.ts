const VOCABULARIES = {
  english: ['fix', 'the', 'failing', 'test', 'in', 'settings', 'loader', 'and', 'explain', 'why', 'it', 'broke'],
  code: ['const', 'total', '=', 'rows.length;', 'if', '(total > 0)', '{', 'return', 'rows[0];', '}', '// next', '\n'],
  chinese: ['请', '修复', '配置', '加载', '失败', '的', '测试', '，', '并且', '解释', '原因', '。'],
  japanese: ['設定', 'ファイル', 'を', '読み込む', '処理', 'が', '失敗', 'する', '理由', 'を', '調べて', '。'],
  russian: ['исправь', 'ошибку', 'в', 'загрузке', 'настроек', 'и', 'объясни', 'почему', 'тест', 'упал'],
  arabic: ['أصلح', 'الخطأ', 'في', 'تحميل', 'الإعدادات', 'ثم', 'اشرح', 'السبب'],
  emoji: ['👍', '🚀', '👩‍👩‍👧‍👦', '🇩🇪', 'é', '✅', '🐛', 'ok'],
} as const;

/** Which words a generated text is made of. */
export type Script = keyof typeof VOCABULARIES;

/** All scripts, in a fixed order. */
export const SCRIPTS = [
  'english',
  'code',
  'chinese',
  'japanese',
  'russian',
  'arabic',
  'emoji',
] as const satisfies Script[];

/** What a generated text looks like. */
export interface TextShape {
  readonly script: Script;
  /** Exact length, in UTF-16 units, as `text.length` counts. */
  readonly lengthChars: number;
  /** Where in the vocabulary to begin: texts of different seeds differ. */
  readonly seed: number;
}

/** A long text repeats its beginning: building thousands of words for each would slow every test. */
const LAP_CHARS = 800;

/** Whole words of one script, filled up with full stops to the exact length; no character is ever cut. */
export function textOfLength({ script, lengthChars, seed }: TextShape): string {
  if (lengthChars <= LAP_CHARS) return lapOf({ script, lengthChars, seed });
  const lap = lapOf({ script, lengthChars: LAP_CHARS, seed });
  return (
    lap.repeat(Math.floor(lengthChars / LAP_CHARS)) + lapOf({ script, lengthChars: lengthChars % LAP_CHARS, seed })
  );
}

function lapOf({ script, lengthChars, seed }: TextShape): string {
  const { text, ends } = firstLap(script, seed % VOCABULARIES[script].length);
  const end = ends.findLast((each) => each <= lengthChars) ?? 0;
  const words = text.slice(0, end);
  if (words.trim() === '') return '.'.repeat(lengthChars); // white space alone would be no text to a provider
  return words + '.'.repeat(lengthChars - end);
}

/** The words of a whole lap, and where each of them ends. */
interface Lap {
  readonly text: string;
  readonly ends: readonly number[];
}

const laps = new Map<string, Lap>();

/** Made once: of few seeds another text comes, and generated conversations consist of thousands of texts. */
function firstLap(script: Script, start: number): Lap {
  const name = `${script} ${start}`;
  const made = laps.get(name) ?? wordsFrom(script, start);
  laps.set(name, made);
  return made;
}

function wordsFrom(script: Script, start: number): Lap {
  const words = VOCABULARIES[script];
  const glue = script === 'chinese' || script === 'japanese' ? '' : ' ';
  const ends: number[] = [];
  let text = '';
  for (let step = 0; text.length < LAP_CHARS; step += 1) {
    // A stride that grows by laps, or every text would be one short loop of the same words.
    text += (words[(start + step + Math.floor(step / words.length) * 5) % words.length] ?? '') + glue;
    ends.push(text.length);
  }
  return { text, ends };
}
