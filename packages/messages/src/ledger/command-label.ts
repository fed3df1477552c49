import { withoutPreamble } from '../tool-use/call-input.ts';
import { oneLine } from '../tool-use/one-line.ts';

const LABEL_MAX_CHARS = 120;

/** Of a longer script, nobody reads how its output is cut. */
const SCRIPT_MAX_CHARS = 4_000;
const MAX_CUTS = 4;

/** A filter at the end that only cuts the output, or an echo of the exit code. */
const OUTPUT_CUT =
  /(?: ?2>&1)? ?\| ?(?:head|tail|grep|cat)\b(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^|;&\n"']){0,200}$| ?2>&1$| ?; ?echo [^;|&\n]{0,60}$/;

const LOOKING_COMMAND =
  /^(?:ls|cat|head|tail|grep|rg|find|wc|sed -n|nl|echo|pwd|which|file|stat|tree|awk|sort|git (?:log|diff|status|show|blame|branch|grep|remote|rev-parse)|Get-\w+|Select-String|Test-Path)\b/;

/** Commands that do nothing but what the files tell already. */
const FILE_COMMAND =
  /^(?:rm|mv|cp|mkdir|touch|tee|sed|printf|chmod|git (?:mv|rm|add)|Remove-Item|Set-Content|Copy-Item)\b[^;&|\n]*$/;

/** A command as it is known by: on one line, without set-up, here-documents, and what only cuts its output. */
export function commandLabel(command: string): string {
  const plain = withoutCuts(withoutHereDocuments(withoutPreamble(command)));
  return codeText(plain === '' ? command : plain, LABEL_MAX_CHARS);
}

/** A text that can stand between backticks, on one line. */
export function codeText(text: string, maxChars: number): string {
  return oneLine(text.slice(0, maxChars * 8 + 800).replaceAll('`', "'"), maxChars);
}

/** Whether a command changes nothing, by how it begins. */
export function isLookingCommand(command: string): boolean {
  return LOOKING_COMMAND.test(command) && !/[^2&]>/.test(command);
}

/** Whether a command is worth a line of its own beside the files that it touched. */
export function isTellingCommand(label: string): boolean {
  return label !== '' && !LOOKING_COMMAND.test(label) && !FILE_COMMAND.test(label);
}

function withoutCuts(script: string): string {
  if (script.length > SCRIPT_MAX_CHARS) return script;
  let text = script.replaceAll(/[ \t]+/g, ' ').trim();
  for (let cut = 0; cut < MAX_CUTS; cut += 1) text = text.replace(OUTPUT_CUT, '').trim();
  return text;
}

/** The lines of here-documents are a file's content, not commands. */
function withoutHereDocuments(command: string): string {
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of command.split('\n')) {
    if (end === undefined) {
      kept.push(line);
      end = /<<-?\s*["']?([A-Za-z_]\w{0,60})/.exec(line)?.[1];
    } else if (line.trim() === end) end = undefined;
  }
  return kept.join('\n').trim();
}
