const MIN_COUNT = 2;
const MIN_CHARS = 4;
const MAX_CHARS = 100;
const SHOWN = 10;
const TOKEN = /[\w./~@:$-]+/g;
/** Paths, names of files, and names that programmers put together; words and numbers are none. */
const NAME = /\w\/\w|^[~./]*\/\w|[a-z]\.[a-z]{1,5}$|[a-z\d][A-Z]|[A-Za-z]_[A-Za-z]/;

/** The paths and identifiers that stand in a text most often, with their counts; none where nothing stands twice. */
export function frequentNames(text: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.length < MIN_CHARS || token.length > MAX_CHARS) continue;
    const name = trimmed(token);
    if (NAME.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const often = [...counts].filter(([name, count]) => count >= MIN_COUNT && name.length >= MIN_CHARS);
  const sorted = often.toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return sorted.map(([name, count]) => `${name} (${count})`);
}

/** Without the marks of a sentence and the line and column of a place. */
function trimmed(token: string): string {
  return token.replace(/(?::\d{1,7}){1,2}:?$/, '').replace(/[.:$-]{1,3}$/, '');
}
