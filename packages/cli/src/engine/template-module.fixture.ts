import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The example whose files are the template. */
const EXAMPLE_FOLDER = fileURLToPath(new URL('../../../../examples/minimal-engine/', import.meta.url));

/** The files of the example by path, without what was installed there. */
export function readExample(): ReadonlyMap<string, string> {
  const paths = globSync(['*.*', '.gitignore', 'src/**/*.ts'], { cwd: EXAMPLE_FOLDER }).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(`${EXAMPLE_FOLDER}${path}`, 'utf8')]));
}

const HEADER = `// biome-ignore-all lint/style/noExcessiveLinesPerFile: data, line for line as the example has it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code, as data.
// Generated from examples/minimal-engine; edit there, then: npm test -- --project cli -u

/** The files of a new engine's folder by path, as lines. The engine is called \`minimal-engine\` in them. */
export const TEMPLATE_FILES: Readonly<Record<string, readonly string[]>> = {
`;

/** The example as the module that the command carries, formatted as the formatter would. */
export function templateModule(): string {
  const entries = Array.from(readExample(), ([path, text]) => `  ${quoted(path)}: ${list(text.split('\n'))},\n`);
  return `${HEADER}${entries.join('')}};\n`;
}

const LINE_CHARS = 120;

function list(lines: readonly string[]): string {
  const strings = lines.map(quoted);
  const single = `[${strings.join(', ')}]`;
  return single.length <= LINE_CHARS / 2 ? single : `[\n${strings.map((each) => `    ${each},\n`).join('')}  ]`;
}

function quoted(text: string): string {
  const quote = text.split("'").length > text.split('"').length ? '"' : "'";
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
}
